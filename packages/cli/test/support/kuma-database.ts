import { DatabaseSync } from 'node:sqlite'

interface Monitor {
  readonly [column: string]: string | number | null
}

/** Creates a database with the schema of Kuma 2, reduced to monitors and notifications. */
export function makeKumaDatabase(path: string): void {
  const database = new DatabaseSync(path)
  database.exec(`
create table monitor (id integer primary key autoincrement, name varchar(150), active boolean not null default 1, user_id integer,
  interval integer not null default 20, url text, type varchar(20), weight integer default 2000, hostname varchar(255), port integer,
  created_date datetime not null default (datetime('now')), keyword varchar(255), maxretries integer not null default 0,
  ignore_tls boolean not null default 0, upside_down boolean not null default 0, maxredirects integer not null default 10,
  accepted_statuscodes_json text not null default '["200-299"]', dns_resolve_type varchar(5), dns_resolve_server varchar(255),
  dns_last_result varchar(255), retry_interval integer not null default 0, push_token varchar(20), method text not null default 'GET',
  body text, headers text, basic_auth_user text, basic_auth_pass text, docker_host integer, docker_container varchar(255),
  proxy_id integer, expiry_notification boolean default 1, auth_method varchar(250), resend_interval integer not null default 0,
  packet_size integer not null default 56, game varchar(255), http_body_encoding varchar(25), description text, parent integer,
  invert_keyword boolean not null default 0, json_path text, expected_value text, timeout double not null default 0,
  json_path_operator varchar(255), smtp_security varchar(255), conditions text not null default '[]');
create table notification (id integer primary key autoincrement, name varchar(255), active boolean not null default 1, user_id integer,
  is_default boolean not null default 0, config text);
create table monitor_notification (id integer primary key autoincrement, monitor_id integer not null, notification_id integer not null);
create table tag (id integer primary key autoincrement, name varchar(255) not null, color varchar(255) not null,
  created_date datetime not null default (datetime('now')));
create table monitor_tag (id integer primary key autoincrement, monitor_id integer not null, tag_id integer not null, value text);
create table heartbeat (id integer primary key autoincrement, monitor_id integer not null, status smallint not null, time datetime not null);
`)
  const add = (table: string, row: Monitor) => {
    const names = Object.keys(row)
    database
      .prepare(`insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`)
      .run(...Object.values(row))
  }
  add('monitor', { id: 1, name: 'Shops', type: 'group', interval: 60 })
  add('monitor', { id: 2, name: 'Poland', type: 'group', interval: 60, parent: 1 })
  add('monitor', {
    id: 3,
    name: 'Front',
    type: 'keyword',
    interval: 60,
    url: 'https://shop.example.com',
    keyword: 'Basket',
    parent: 2,
    maxretries: 2,
    retry_interval: 30,
    timeout: 16,
    basic_auth_user: 'probe',
    basic_auth_pass: 'hush',
    auth_method: 'basic',
  })
  add('monitor', {
    id: 4,
    name: 'Mail',
    type: 'smtp',
    interval: 300,
    hostname: 'mail.example.com',
    port: 465,
    smtp_security: 'secure',
  })
  add('monitor', {
    id: 5,
    name: 'Paused',
    type: 'port',
    interval: 60,
    hostname: 'db.example.com',
    port: 5432,
    active: 0,
  })
  add('monitor', { id: 6, name: 'Container', type: 'docker', interval: 60, docker_container: 'web' })
  add('notification', {
    id: 1,
    name: 'Telegram',
    config: JSON.stringify({ type: 'telegram', telegramChatID: '-1001234567890' }),
  })
  add('monitor_notification', { monitor_id: 3, notification_id: 1 })
  add('tag', { id: 1, name: 'tier', color: '#DC2626' })
  add('monitor_tag', { monitor_id: 3, tag_id: 1, value: '1' })
  database.close()
}

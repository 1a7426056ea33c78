import type { Database } from '@wachta/database'
import { sql } from 'kysely'
import { familyNames, loadAccounts } from './accounts.ts'
import { dropIndexes } from './indexes.ts'
import { loadServiceStates } from './service-states.ts'
import { pickWord, pseudoRandom } from './vocabulary.ts'

/**
 * The customer whose requests are measured: the main account of a large tree, whose dependent accounts share groups
 * with it.
 */
export const customer = 10
export const customerServiceCount = 5000
const customerGroupCount = 50
/** The number of groups that accounts outside its tree share with it. */
const groupsSharedByStrangers = 4

/** Two of three accounts own services, 50 on average; the others are additional users. */
const servicesPerAccount = 32

const serviceNames =
  'Strona główna,Sklep,Panel klienta,API,Poczta,Baza danych,Serwer plików,VPN,DNS,Bramka płatności,Intranet,CRM,Magazyn,Blog,Rezerwacje,Logowanie,Koszyk,Webhook,Kopie zapasowe,Mail gateway,Login page,Checkout,Status page,Search,Customer portal,File server,Billing,Backup,Monitoring agent'
const cities =
  'Warszawa,Kraków,Gdańsk,Łódź,Wrocław,Poznań,Katowice,Lublin,Rzeszów,Szczecin,Białystok,Toruń,Kielce,Frankfurt,London,Amsterdam,Praha'
const hostNames = 'www,api,shop,panel,mail,vpn,db,files,ns1,ns2,intranet,crm,blog,cdn,auth,pay,app,m,static,img'
const pagePaths = 'index.html,login,health,status,koszyk,kontakt,api/v1/ping,checkout,panel,search?q=test'
const purposes =
  'Krytyczne dla sprzedaży,Tylko w godzinach pracy,Umowa SLA 99.9%,Przed migracją,Customer facing,Internal'
const types = 'https,https,https,https,http,http,ping,ping,dns,smtp,tcp,http_scenario'

/** Fills the tables with this number of services in the groups of accounts; every fifth group is shared. */
export async function loadServices(db: Database, services: number): Promise<void> {
  await loadAccounts(db, Math.floor(services / servicesPerAccount))
  // Most of the time is spent on building indexes, which is faster with more memory.
  await db.query(sql`set maintenance_work_mem = '1GB'`)
  await db.transaction(async (tx) => {
    const rebuild = await dropIndexes(tx, 'service')
    // Triggers and foreign keys would find nothing to do here, but would run once per row.
    for (const table of ['service_group', 'group_share', 'service'])
      await tx.query(sql`alter table ${sql.table(table)} disable trigger all`)
    await tx.query(groups)
    await tx.query(shares)
    await tx.query(insertServices(services))
    for (const table of ['service_group', 'group_share', 'service'])
      await tx.query(sql`alter table ${sql.table(table)} enable trigger all`)
    await rebuild()
    await loadServiceStates(tx)
  })
  for (const table of ['service_group', 'service'])
    await db.query(
      sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select max(id) from ${sql.table(table)}))`,
    )
  await db.query(sql`vacuum analyze`)
}

/**
 * The default group of each account and two more; the groups of an account lie far apart in the table, as if they were
 * created over years.
 */
const groups = sql`insert into service_group (id, owner_id, name, is_default)
select row_number() over (order by nth, a.id), a.id,
  case when nth = 1 then 'Grupa domyślna' else ${pickWord(cities, pseudoRandom(sql`a.id`, 1))} || ' ' || nth end, nth = 1
from account a, generate_series(1, case when a.id = ${customer} then ${customerGroupCount} else 3 end) nth
where a.parent_account_id is null`

const isSharedByStranger = sql`g.id % 100 = 1 and g.id between 100 and ${sql.lit(100 * (groupsSharedByStrangers + 1))}`

/**
 * Every fifth group is shared: half of them with the main account of the tree (unless it owns the group), the rest with
 * any account.
 */
const shares = sql`insert into group_share (group_id, account_id, owner_id, can_modify_services, can_archive_services)
select g.id, with_id, g.owner_id, g.id % 3 = 0, g.id % 7 = 0
from service_group g join account o on o.id = g.owner_id, lateral (select case
  when ${isSharedByStranger} then ${customer}
  when ${pseudoRandom(sql`g.id`, 14)} % 2 = 0 and o.tree_id <> o.id then o.tree_id
  else (select m.id from account m where m.id >= ${pseudoRandom(sql`g.id`, 2)} % (select max(id) from account)
    and m.parent_account_id is null order by m.id limit 1) end as with_id) as chosen
where (${pseudoRandom(sql`g.id`, 15)} % 5 = 0 or ${isSharedByStranger}) and with_id <> g.owner_id`

/** The customer's services lie among all others in the table, like those of any account. */
const insertServices = (services: number) => sql`insert into service (id, owner_id, group_id, type_id, name, address,
  description, "interval", is_active, is_archived, is_suspended, is_silenced, step_names, status, status_since, created_at)
select n, g.owner_id, g.id, type, ${name}, ${address}, ${description}, (array[60, 60, 300, 900])[1 + n % 4],
  state <> 'paused' or ${isSuspended}, state = 'archived', state = 'paused' and ${isSuspended}, ${pseudoRandom(sql`n`, 17)} % 50 = 0,
  case when type = 'http_scenario' then array['Logowanie', 'Koszyk', 'Płatność'] else '{}' end,
  case when state in ('paused', 'archived') then 'paused' else state end,
  timestamptz '2026-11-01' - ${pseudoRandom(sql`n`, 3)} % 7776000 * interval '1 second',
  timestamptz '2024-01-01' + n * interval '1 minute'
from (select n, ${pickWord(types, pseudoRandom(sql`n`, 4))} as type, ${state} as state,
    case when n % ${sql.lit(services / customerServiceCount)} = 0 then mine[1 + ${pseudoRandom(sql`n`, 5)} % array_length(mine, 1)]
      else others[1 + ${pseudoRandom(sql`n`, 5)} % array_length(others, 1)] end as group_id
  from generate_series(1, ${services}::bigint) n,
    (select array_agg(id order by id) filter (where owner_id = ${customer}) as mine,
      array_agg(id order by id) filter (where owner_id <> ${customer}) as others from service_group) as groups) as service
join service_group g on g.id = group_id`

const state = sql`case when ${pseudoRandom(sql`n`, 6)} % 100 < 2 then 'failure' when ${pseudoRandom(sql`n`, 6)} % 100 < 12 then 'paused'
  when ${pseudoRandom(sql`n`, 6)} % 100 < 15 then 'archived' when ${pseudoRandom(sql`n`, 6)} % 100 < 16 then 'unknown' else 'ok' end`

/** Every third paused service is in a maintenance window. */
const isSuspended = sql`${pseudoRandom(sql`n`, 16)} % 3 = 0`

const name = sql`${pickWord(serviceNames, pseudoRandom(sql`n`, 7))} || ' ' || ${pickWord(cities, pseudoRandom(sql`n`, 8))} || ' ' || n % 97`

const domain = sql`${pickWord(hostNames, pseudoRandom(sql`n`, 9))} || '.' || folded(${pickWord(familyNames, pseudoRandom(sql`g.owner_id`, 1))}) || g.owner_id || '.example'`
const address = sql`case when type in ('http', 'https', 'http_scenario')
  then case when type = 'http' then 'http' else 'https' end || '://' || ${domain} || '/' || ${pickWord(pagePaths, pseudoRandom(sql`n`, 10))} else ${domain} end`

/** Every other service has no description. */
const description = sql`case when ${pseudoRandom(sql`n`, 11)} % 2 = 0 then ''
  else ${pickWord(purposes, pseudoRandom(sql`n`, 12))} || '. Dyżur: ' || ${pickWord(familyNames, pseudoRandom(sql`n`, 13))} || ', zgłoszenie ' || n % 9973 end`

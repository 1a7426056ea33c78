-- How an account presents itself in what it sends to others: reports, their e-mails, and later status pages. Null is inherited.
create table branding (
  account_id bigint primary key references account on delete cascade,
  name text check (char_length(name) between 1 and 100),
  logo bytea check (octet_length(logo) <= 262144),
  logo_media_type text check (logo_media_type in ('image/png', 'image/jpeg', 'image/svg+xml')),
  accent_colour text check (accent_colour ~ '^#[0-9a-f]{6}$'),
  contact_text text check (char_length(contact_text) between 1 and 200),
  contact_email_address text check (char_length(contact_email_address) between 1 and 200),
  contact_phone_number text check (char_length(contact_phone_number) between 1 and 50),
  contact_url text check (char_length(contact_url) between 1 and 200),
  check ((logo is null) = (logo_media_type is null))
);

-- Pictures are compressed already.
alter table branding alter column logo set storage external;

-- The branding that an account shows: its own or that of its reseller, in three parts. A part is taken as a whole, so that no
-- name stands beside the logo of somebody else, and no telephone number beside another's address.
create function effective_branding(subject bigint) returns jsonb language sql stable
  return (select jsonb_build_object(
    'name', coalesce(identity.name, holder.name, main.name),
    'logo', case when identity.logo is not null then jsonb_build_object('media_type', identity.logo_media_type,
      'content', translate(encode(identity.logo, 'base64'), E'\n', '')) end,
    'accent_colour', colour.accent_colour,
    'contact_text', contact.contact_text,
    'contact_email_address', contact.contact_email_address,
    'contact_phone_number', contact.contact_phone_number,
    'contact_url', contact.contact_url,
    'inherited', to_jsonb(array_remove(array[
      case when identity.account_id <> main.id then 'identity' end,
      case when colour.account_id <> main.id then 'accent_colour' end,
      case when contact.account_id <> main.id then 'contact' end], null)))
  from account a
    join account main on main.id = coalesce(a.parent_account_id, a.id)
    left join lateral (select b.* from branding b where b.account_id in (main.id, main.reseller_account_id)
      and (b.name is not null or b.logo is not null) order by b.account_id = main.id desc limit 1) identity on true
    left join account holder on holder.id = identity.account_id
    left join lateral (select b.* from branding b where b.account_id in (main.id, main.reseller_account_id)
      and b.accent_colour is not null order by b.account_id = main.id desc limit 1) colour on true
    left join lateral (select b.* from branding b where b.account_id in (main.id, main.reseller_account_id)
      and coalesce(b.contact_text, b.contact_email_address, b.contact_phone_number, b.contact_url) is not null
      order by b.account_id = main.id desc limit 1) contact on true
  where a.id = subject);

-- A report keeps the branding as it was when the report was ordered. Null in reports that are older than branding.
alter table report add column branding jsonb;

create function keep_report_branding() returns trigger language plpgsql as $$
begin
  new.branding := effective_branding(coalesce((select t.owner_id from report_template t where t.id = new.template_id),
    (select g.owner_id from service_group g where g.id = new.group_id)));
  return new;
end
$$;

create trigger report_keeps_branding before insert on report for each row execute function keep_report_branding();

grant select, insert, update, delete on branding to wachta_app;

-- Words by which an account sorts its services, such as "production" or the name of a customer.
alter table service add column tags text[] not null default '{}' check (cardinality(tags) <= 20);

-- Most services have none; lists of tags leave those out.
create index service_tagged on service (group_id, id) where tags <> '{}';

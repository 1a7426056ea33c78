-- Dictionaries and error types are code; these tables hold a copy of it, so that statements can join it.

create table dictionary_entry (
  dictionary text not null,
  id text not null check (id ~ '^[A-Za-z0-9_]+$' and char_length(id) <= 256),
  position integer not null,
  name jsonb not null,
  description jsonb,
  primary key (dictionary, id)
);

create table error_type (
  id bigint primary key,
  kind text not null unique,
  name jsonb not null,
  description jsonb not null,
  diagnosis jsonb not null,
  extra_info jsonb not null,
  category_ids text[] not null default '{}'
);

create index error_type_category on error_type using gin (category_ids);

grant select on dictionary_entry, error_type to wachta_app;

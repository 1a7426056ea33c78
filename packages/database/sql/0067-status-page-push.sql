-- Visitors of a status page subscribe their browser. The address names its push service and tells browsers apart; where messages are
-- sent to, and the keys that they are encrypted with, are sealed, and erased as soon as the subscription ends.
alter table status_page_subscriber drop constraint status_page_subscriber_channel_id_check;
alter table status_page_subscriber add constraint status_page_subscriber_channel_id_check
  check (channel_id in ('email', 'web_push', 'webhook', 'slack', 'ms_teams'));
alter table status_page_subscriber add sealed_device text check (char_length(sealed_device) <= 8192);
alter table status_page_subscriber add constraint status_page_subscriber_device
  check ((sealed_device is not null) = (channel_id = 'web_push' and state = 'confirmed'));

-- Who is about to send a message, and until when nobody else may: a notifier that stands still is not dead, and what it has handed over is sent.
alter table notification
  add column claimed_by uuid,
  add column claimed_until timestamptz;

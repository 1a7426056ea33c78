/** The number of inserts per table whose tokens ClickHouse remembers. */
const rememberedInserts = 10_000

const formatTableOptions = (retentionDays: number) =>
  `partition by toYYYYMM(time) ttl toDateTime(time) + toIntervalDay(${retentionDays})
settings non_replicated_deduplication_window = ${rememberedInserts}, ttl_only_drop_parts = 1`

const milliseconds = 'Int32 codec(T64, ZSTD(1))'

/**
 * Statements that create the tables. In columns of a check, -1 stands for a missing value. `raw` holds the packed
 * checks in base64, if packing the rows of the checks would not restore them, for example damaged ones.
 */
export const toCreateStatements = (retentionDays: number): readonly string[] => [
  `create table if not exists analysis (
  service_id UInt64 codec(Delta(8), ZSTD(1)),
  time DateTime64(3, 'UTC') codec(Delta(8), ZSTD(1)),
  revision Int32 codec(ZSTD(1)),
  error_tolerance Int16 codec(ZSTD(1)),
  ok_checks_count Int16 codec(ZSTD(1)),
  error_checks_count Int16 codec(ZSTD(1)),
  unknown_checks_count Int16 codec(ZSTD(1)),
  failure Bool codec(ZSTD(1)),
  kind Enum8('s' = 1, 'f' = 2, 'c' = 3) codec(ZSTD(1)),
  raw String codec(ZSTD(1))
) engine = MergeTree order by (service_id, time) ${formatTableOptions(retentionDays)}`,
  `create table if not exists analysis_check (
  service_id UInt64 codec(Delta(8), ZSTD(1)),
  time DateTime64(3, 'UTC') codec(Delta(8), ZSTD(1)),
  sensor_id UInt64 codec(ZSTD(1)),
  place UInt16 comment 'among the packed checks, from 1; 0: the sensor sent nothing' codec(ZSTD(1)),
  is_expected Bool codec(ZSTD(1)),
  is_custom Bool comment 'forced with custom settings' codec(ZSTD(1)),
  result Enum8('ok' = 0, 'error' = 1, 'unknown' = 2) codec(ZSTD(1)),
  code Int32 comment 'error type, or reason of an unknown result' codec(T64, ZSTD(1)),
  path_step Int32 codec(T64, ZSTD(1)),
  data_size Int32 codec(Delta(4), ZSTD(1)),
  started ${milliseconds},
  response_time ${milliseconds},
  lookup ${milliseconds},
  connect ${milliseconds},
  tls ${milliseconds},
  first_byte ${milliseconds}
) engine = MergeTree order by (service_id, time, sensor_id) ${formatTableOptions(retentionDays)}`,
]

export const historyTables = ['analysis', 'analysis_check'] as const

/** The text by which the engine description of a table shows this retention. */
export const describeRetention = (retentionDays: number): string => `toIntervalDay(${retentionDays})`

export const toRetentionStatement = (table: string, retentionDays: number): string =>
  `alter table ${table} modify ttl toDateTime(time) + ${describeRetention(retentionDays)}`

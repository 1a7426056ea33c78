/** A text of the dashboard in both languages. */
export interface DashboardText {
  readonly en: string
  readonly pl: string
}

export interface Panel {
  readonly title: DashboardText
  readonly description?: DashboardText
  readonly unit: string
  readonly queries: readonly { readonly expr: string; readonly legend: string }[]
  /** Shows a single number, coloured by these thresholds. */
  readonly stat?: { readonly steps: readonly { readonly color: string; readonly value: number | null }[] }
}

const buildRate = (series: string, by: string) => `sum by (${by}) (rate(${series}[5m]))`
const buildQuantile = (part: number, histogram: string) =>
  `histogram_quantile(${part}, sum by (le) (rate(${histogram}_bucket[5m])))`
const buildMedianAndP99 = (histogram: string) => [
  { expr: buildQuantile(0.5, histogram), legend: 'p50' },
  { expr: buildQuantile(0.99, histogram), legend: 'p99' },
]
const createLowThresholds = (warning: number, good: number) => ({
  steps: [
    { color: 'red', value: null },
    { color: 'orange', value: warning },
    { color: 'green', value: good },
  ],
})
const createHighThresholds = (warning: number, bad: number) => ({
  steps: [
    { color: 'green', value: null },
    { color: 'orange', value: warning },
    { color: 'red', value: bad },
  ],
})

/** One row with the overall state, then one for each stage from configuration to notifications. */
export const rows: readonly { readonly title: DashboardText; readonly panels: readonly Panel[] }[] = [
  {
    title: { en: 'Is all well?', pl: 'Czy wszystko działa?' },
    panels: [
      {
        title: { en: 'Processes that do not answer', pl: 'Procesy, które nie odpowiadają' },
        unit: 'none',
        stat: createHighThresholds(1, 1),
        queries: [{ expr: 'count(up{job="wachta"} == 0) or vector(0)', legend: '' }],
      },
      {
        title: { en: 'Share of due analyses that were made', pl: 'Analizy wykonane spośród zaplanowanych' },
        description: { en: 'Over ten minutes. It must be 100 %.', pl: 'Z dziesięciu minut. Musi być 100 %.' },
        unit: 'percentunit',
        stat: createLowThresholds(0.99, 0.999),
        queries: [{ expr: 'wachta:analyses_closed:ratio10m', legend: '' }],
      },
      {
        title: { en: 'Age of the oldest alert without notifications', pl: 'Wiek najstarszego alertu bez powiadomień' },
        unit: 's',
        stat: createHighThresholds(10, 60),
        queries: [{ expr: 'max(wachta_notifier_queue_age_seconds)', legend: '' }],
      },
      {
        title: { en: 'Days ahead with partitions', pl: 'Dni naprzód, na które są partycje' },
        unit: 'none',
        stat: createLowThresholds(3, 6),
        queries: [{ expr: 'min(wachta_reporter_partitions_ahead_days)', legend: '' }],
      },
    ],
  },
  {
    title: { en: '1. Planner: assignments', pl: '1. Planner: przydziały' },
    panels: [
      {
        title: {
          en: 'Assignments, and services with unpublished changes',
          pl: 'Przydziały i usługi z nieprzekazanymi zmianami',
        },
        unit: 'none',
        queries: [
          { expr: 'max(wachta_planner_assignments)', legend: 'assignments' },
          { expr: 'max(wachta_planner_unpublished_services)', legend: 'unpublished' },
        ],
      },
      {
        title: { en: 'From a change until it is published to sensors', pl: 'Od zmiany do przekazania sensorom' },
        unit: 's',
        queries: buildMedianAndP99('wachta_planner_publish_lag_seconds'),
      },
      {
        title: { en: 'Sensors', pl: 'Sensory' },
        unit: 'none',
        queries: [{ expr: 'max by (state) (wachta_planner_sensors)', legend: '{{state}}' }],
      },
    ],
  },
  {
    title: { en: '2. Sensors: checks', pl: '2. Sensory: sprawdzenia' },
    panels: [
      {
        title: { en: 'Checks per second, by result', pl: 'Sprawdzenia na sekundę, według wyniku' },
        unit: 'cps',
        queries: [{ expr: buildRate('wachta_sensor_results_total', 'result'), legend: '{{result}}' }],
      },
      {
        title: { en: 'Delay of checks', pl: 'Opóźnienie sprawdzeń' },
        unit: 's',
        queries: buildMedianAndP99('wachta_sensor_slot_lag_seconds'),
      },
      {
        title: { en: 'Age of the oldest result in the spool', pl: 'Wiek najstarszego wyniku w buforze' },
        unit: 's',
        queries: [
          { expr: 'max by (instance, sensor) (wachta_sensor_spool_age_seconds)', legend: '{{instance}} {{sensor}}' },
        ],
      },
      {
        title: { en: 'Running and waiting', pl: 'W toku i oczekujące' },
        unit: 'none',
        queries: [
          { expr: 'sum by (instance, sensor) (wachta_sensor_running)', legend: '{{instance}} {{sensor}} running' },
          { expr: 'sum by (instance, sensor) (wachta_sensor_waiting)', legend: '{{instance}} {{sensor}} waiting' },
        ],
      },
    ],
  },
  {
    title: { en: '3. Analyst: analyses and alerts', pl: '3. Analyst: analizy i alerty' },
    panels: [
      {
        title: { en: 'Analyses per second, made and due', pl: 'Analizy na sekundę, wykonane i zaplanowane' },
        unit: 'cps',
        queries: [
          { expr: buildRate('wachta_analyst_analyses_closed_total{kind="scheduled"}', 'kind'), legend: 'made' },
          { expr: 'sum(wachta_analyst_analyses_expected_per_second)', legend: 'due' },
        ],
      },
      {
        title: {
          en: 'From the deadline of a slot until its analysis is stored',
          pl: 'Od terminu slotu do zapisania analizy',
        },
        unit: 's',
        queries: buildMedianAndP99('wachta_analyst_close_lag_seconds'),
      },
      {
        title: { en: 'Duration of commits', pl: 'Czas zatwierdzania transakcji' },
        unit: 's',
        queries: buildMedianAndP99('wachta_analyst_commit_duration_seconds'),
      },
      {
        title: {
          en: 'Alerts, stray results and unreadable messages',
          pl: 'Alerty, wyniki bez slotu i nieczytelne wiadomości',
        },
        unit: 'cps',
        queries: [
          { expr: buildRate('wachta_analyst_events_total', 'change'), legend: 'alerts {{change}}' },
          { expr: buildRate('wachta_analyst_strays_total', 'reason'), legend: 'strays {{reason}}' },
          { expr: 'sum(rate(wachta_analyst_dead_letters_total[5m]))', legend: 'dead letters' },
          { expr: 'sum by (place) (rate(wachta_process_unreadable_total[5m]))', legend: 'unreadable {{place}}' },
          { expr: 'sum(rate(wachta_analyst_results_repeated_total[5m]))', legend: 'repeated' },
        ],
      },
    ],
  },
  {
    title: { en: '4. Notifier: notifications', pl: '4. Notifier: powiadomienia' },
    panels: [
      {
        title: { en: 'Attempts per second, by channel and outcome', pl: 'Próby na sekundę, według kanału i wyniku' },
        unit: 'cps',
        queries: [
          { expr: buildRate('wachta_notifier_attempts_total', 'channel, outcome'), legend: '{{channel}} {{outcome}}' },
        ],
      },
      {
        title: {
          en: 'From an alert until a provider has the message',
          pl: 'Od alertu do przekazania wiadomości dostawcy',
        },
        unit: 's',
        queries: buildMedianAndP99('wachta_notifier_hand_off_seconds'),
      },
      {
        title: { en: 'Waiting jobs', pl: 'Oczekujące zadania' },
        unit: 'none',
        queries: [{ expr: 'max by (task) (wachta_notifier_queue_jobs)', legend: '{{task}}' }],
      },
    ],
  },
  {
    title: { en: '5. Reporter and API', pl: '5. Reporter i API' },
    panels: [
      {
        title: { en: 'Delay of rollups', pl: 'Opóźnienie zestawień' },
        unit: 's',
        queries: [{ expr: 'max by (size) (wachta_reporter_rollup_lag_seconds)', legend: '{{size}}' }],
      },
      {
        title: { en: 'Requests per second, by status', pl: 'Żądania na sekundę, według statusu' },
        unit: 'reqps',
        queries: [{ expr: buildRate('wachta_api_request_duration_seconds_count', 'status'), legend: '{{status}}' }],
      },
      {
        title: { en: 'Duration of requests', pl: 'Czas trwania żądań' },
        unit: 's',
        queries: buildMedianAndP99('wachta_api_request_duration_seconds'),
      },
      {
        title: { en: 'Open streams', pl: 'Otwarte strumienie' },
        unit: 'none',
        queries: [{ expr: 'sum(wachta_api_live_streams)', legend: 'streams' }],
      },
    ],
  },
  {
    title: { en: '6. Status pages', pl: '6. Strony statusu' },
    panels: [
      {
        title: { en: 'Time since the last update', pl: 'Czas od ostatniej aktualizacji' },
        unit: 's',
        queries: [{ expr: 'max(wachta_pages_stamp_age_seconds)', legend: 'pages' }],
      },
      {
        title: { en: 'Requests for pages per second, by status', pl: 'Żądania stron na sekundę, według statusu' },
        unit: 'reqps',
        queries: [{ expr: buildRate('wachta_pages_requests_total', 'status'), legend: '{{status}}' }],
      },
      {
        title: { en: 'Remaining lifetime of certificates', pl: 'Pozostała ważność certyfikatów' },
        unit: 'percentunit',
        queries: [{ expr: 'min(wachta_reporter_certificate_remaining_ratio)', legend: 'shortest' }],
      },
      {
        title: {
          en: 'Certificate orders per hour, by outcome',
          pl: 'Zamówienia certyfikatów na godzinę, według wyniku',
        },
        unit: 'none',
        queries: [
          { expr: 'sum by (outcome) (increase(wachta_reporter_certificate_orders_total[1h]))', legend: '{{outcome}}' },
        ],
      },
    ],
  },
]

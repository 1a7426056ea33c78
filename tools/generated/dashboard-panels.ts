/** What is shown, in each of our languages. */
export interface Said {
  readonly en: string
  readonly pl: string
}

export interface Panel {
  readonly title: Said
  readonly says?: Said
  readonly unit: string
  readonly queries: readonly { readonly expr: string; readonly legend: string }[]
  /** One number on a colour that says whether it is well. */
  readonly stat?: { readonly steps: readonly { readonly color: string; readonly value: number | null }[] }
}

const rate = (series: string, by: string) => `sum by (${by}) (rate(${series}[5m]))`
const quantile = (part: number, histogram: string) =>
  `histogram_quantile(${part}, sum by (le) (rate(${histogram}_bucket[5m])))`
const middleAndWorst = (histogram: string) => [
  { expr: quantile(0.5, histogram), legend: 'p50' },
  { expr: quantile(0.99, histogram), legend: 'p99' },
]
const lowIsBad = (warning: number, well: number) => ({
  steps: [
    { color: 'red', value: null },
    { color: 'orange', value: warning },
    { color: 'green', value: well },
  ],
})
const highIsBad = (warning: number, bad: number) => ({
  steps: [
    { color: 'green', value: null },
    { color: 'orange', value: warning },
    { color: 'red', value: bad },
  ],
})

/** The flow, from what is configured to who is told: a row for each stage, after one that says whether all is well. */
export const rows: readonly { readonly title: Said; readonly panels: readonly Panel[] }[] = [
  {
    title: { en: 'Is all well?', pl: 'Czy wszystko działa?' },
    panels: [
      {
        title: { en: 'Processes that do not answer', pl: 'Procesy, które nie odpowiadają' },
        unit: 'none',
        stat: highIsBad(1, 1),
        queries: [{ expr: 'count(up{job="wachta"} == 0) or vector(0)', legend: '' }],
      },
      {
        title: { en: 'Analyses made of those due', pl: 'Analizy wykonane spośród należnych' },
        says: { en: 'Over ten minutes. It must be 100 %.', pl: 'Z dziesięciu minut. Musi być 100 %.' },
        unit: 'percentunit',
        stat: lowIsBad(0.99, 0.999),
        queries: [{ expr: 'wachta:analyses_closed:ratio10m', legend: '' }],
      },
      {
        title: { en: 'Oldest that nobody began to tell', pl: 'Najstarsze, o czym nie zaczęto powiadamiać' },
        unit: 's',
        stat: highIsBad(10, 60),
        queries: [{ expr: 'max(wachta_notifier_queue_age_seconds)', legend: '' }],
      },
      {
        title: { en: 'Days with room ahead', pl: 'Dni, na które jest miejsce' },
        unit: 'none',
        stat: lowIsBad(3, 6),
        queries: [{ expr: 'min(wachta_reporter_partitions_ahead_days)', legend: '' }],
      },
    ],
  },
  {
    title: { en: '1. Planner: what sensors are told', pl: '1. Planner: co wiedzą sensory' },
    panels: [
      {
        title: { en: 'Assignments, and services still to be told', pl: 'Przydziały i usługi do przekazania' },
        unit: 'none',
        queries: [
          { expr: 'max(wachta_planner_assignments)', legend: 'assignments' },
          { expr: 'max(wachta_planner_unpublished_services)', legend: 'unpublished' },
        ],
      },
      {
        title: { en: 'From a change until sensors are told', pl: 'Od zmiany do przekazania sensorom' },
        unit: 's',
        queries: middleAndWorst('wachta_planner_publish_lag_seconds'),
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
        title: { en: 'Checks a second, by result', pl: 'Sprawdzenia na sekundę, według wyniku' },
        unit: 'cps',
        queries: [{ expr: rate('wachta_sensor_results_total', 'result'), legend: '{{result}}' }],
      },
      {
        title: { en: 'How late they begin', pl: 'Z jakim opóźnieniem się zaczynają' },
        unit: 's',
        queries: middleAndWorst('wachta_sensor_slot_lag_seconds'),
      },
      {
        title: { en: 'Age of what the centre lacks', pl: 'Wiek tego, czego nie ma centrala' },
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
    title: { en: '3. Analyst: analyses and events', pl: '3. Analyst: analizy i zdarzenia' },
    panels: [
      {
        title: { en: 'Analyses a second, made and due', pl: 'Analizy na sekundę, wykonane i należne' },
        unit: 'cps',
        queries: [
          { expr: rate('wachta_analyst_analyses_closed_total{kind="scheduled"}', 'kind'), legend: 'made' },
          { expr: 'sum(wachta_analyst_analyses_expected_per_second)', legend: 'due' },
        ],
      },
      {
        title: { en: 'From the deadline until it is stored', pl: 'Od terminu do zapisania' },
        unit: 's',
        queries: middleAndWorst('wachta_analyst_close_lag_seconds'),
      },
      {
        title: { en: 'Commits', pl: 'Zatwierdzenia' },
        unit: 's',
        queries: middleAndWorst('wachta_analyst_commit_duration_seconds'),
      },
      {
        title: { en: 'Events, strays and what was put aside', pl: 'Zdarzenia, wyniki bez miejsca i odłożone' },
        unit: 'cps',
        queries: [
          { expr: rate('wachta_analyst_events_total', 'change'), legend: 'events {{change}}' },
          { expr: rate('wachta_analyst_strays_total', 'reason'), legend: 'strays {{reason}}' },
          { expr: 'sum(rate(wachta_analyst_dead_letters_total[5m]))', legend: 'dead letters' },
          { expr: 'sum by (place) (rate(wachta_process_unreadable_total[5m]))', legend: 'unreadable {{place}}' },
          { expr: 'sum(rate(wachta_analyst_results_repeated_total[5m]))', legend: 'repeated' },
        ],
      },
    ],
  },
  {
    title: { en: '4. Notifier: who is told', pl: '4. Notifier: powiadomienia' },
    panels: [
      {
        title: { en: 'Messages a second, by channel and outcome', pl: 'Wiadomości na sekundę, według kanału i wyniku' },
        unit: 'cps',
        queries: [
          { expr: rate('wachta_notifier_attempts_total', 'channel, outcome'), legend: '{{channel}} {{outcome}}' },
        ],
      },
      {
        title: { en: 'Until a provider has them', pl: 'Do przekazania dostawcy' },
        unit: 's',
        queries: middleAndWorst('wachta_notifier_hand_off_seconds'),
      },
      {
        title: { en: 'Jobs that wait', pl: 'Zadania, które czekają' },
        unit: 'none',
        queries: [{ expr: 'max by (task) (wachta_notifier_queue_jobs)', legend: '{{task}}' }],
      },
    ],
  },
  {
    title: { en: '5. Reporter and interface', pl: '5. Reporter i interfejs' },
    panels: [
      {
        title: { en: 'How far rollups are behind', pl: 'Opóźnienie zestawień' },
        unit: 's',
        queries: [{ expr: 'max by (size) (wachta_reporter_rollup_lag_seconds)', legend: '{{size}}' }],
      },
      {
        title: { en: 'Requests a second, by status', pl: 'Żądania na sekundę, według statusu' },
        unit: 'reqps',
        queries: [{ expr: rate('wachta_api_request_duration_seconds_count', 'status'), legend: '{{status}}' }],
      },
      {
        title: { en: 'How long requests take', pl: 'Jak długo trwają żądania' },
        unit: 's',
        queries: middleAndWorst('wachta_api_request_duration_seconds'),
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
        title: { en: 'Requests for pages a second, by status', pl: 'Żądania stron na sekundę, według statusu' },
        unit: 'reqps',
        queries: [{ expr: rate('wachta_pages_requests_total', 'status'), legend: '{{status}}' }],
      },
      {
        title: { en: 'Life left of certificates', pl: 'Pozostała ważność certyfikatów' },
        unit: 'percentunit',
        queries: [{ expr: 'min(wachta_reporter_certificate_remaining_ratio)', legend: 'least' }],
      },
      {
        title: {
          en: 'Orders of certificates an hour, by outcome',
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

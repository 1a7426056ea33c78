import { type DashboardText, type Panel, rows } from './dashboard-panels.ts'

const [columns, height] = [24, 7]

/** The dashboard for Grafana in one language. It needs only a Prometheus that scrapes the processes. */
export const createDashboardGenerator = (language: keyof DashboardText) => async (): Promise<string> => {
  const panels: object[] = []
  let y = 0
  for (const row of rows) {
    panels.push({ type: 'row', title: row.title[language], collapsed: false, gridPos: { x: 0, y, w: columns, h: 1 } })
    y += 1
    const w = columns / row.panels.length
    for (const [index, panel] of row.panels.entries())
      panels.push({ ...createGraph(panel, language), gridPos: { x: index * w, y, w, h: height } })
    y += height
  }
  const dashboardModel = {
    title: 'Wachta',
    uid: `wachta-${language}`,
    tags: ['wachta'],
    timezone: 'browser',
    schemaVersion: 38,
    version: 1,
    editable: true,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    templating: {
      list: [{ name: 'datasource', type: 'datasource', query: 'prometheus', label: 'Prometheus', hide: 0 }],
    },
    panels: panels.map((panel, index) => ({ id: index + 1, ...panel })),
  }
  return `${JSON.stringify(dashboardModel, undefined, 2)}\n`
}

/** Every PromQL expression of the dashboard. */
export const listDashboardExpressions = (): string[] =>
  rows.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries.map(({ expr }) => expr)))

function createGraph({ title, description, unit, queries, stat }: Panel, language: keyof DashboardText): object {
  const datasource = { type: 'prometheus', uid: `\${datasource}` }
  return {
    type: stat ? 'stat' : 'timeseries',
    title: title[language],
    ...(description && { description: description[language] }),
    datasource,
    fieldConfig: {
      defaults: { unit, min: 0, ...(stat && { thresholds: { mode: 'absolute', steps: stat.steps } }) },
      overrides: [],
    },
    options: stat
      ? { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'background', graphMode: 'area' }
      : { legend: { displayMode: 'list', placement: 'bottom' }, tooltip: { mode: 'multi', sort: 'desc' } },
    targets: queries.map(({ expr, legend }, index) => ({
      refId: String.fromCharCode(65 + index),
      datasource,
      expr,
      legendFormat: legend,
    })),
  }
}

import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { framed } from '../../app/routing/parents.ts'
import { pickSearchParameters } from '../../app/routing/search.ts'

const reports = createRoute({
  getParentRoute: () => framed,
  path: '/reports',
  validateSearch: (search) =>
    pickSearchParameters(search, ['tab', 'query', 'status', 'template', 'customer', 'report', 'page', 'sort']),
  staticData: {
    place: { name: 'reports.title', icon: 'reports', keywords: ['sla', 'pdf', 'monthly', 'raporty', 'miesięczny'] },
  },
  component: lazyRouteComponent(() => import('./reports.tsx'), 'ReportsPage'),
})

const template = createRoute({
  getParentRoute: () => framed,
  path: '/reports/templates/$id',
  component: lazyRouteComponent(() => import('./template-page.tsx'), 'ReportTemplatePage'),
})

export const reportsRoutes = [reports, template] as const

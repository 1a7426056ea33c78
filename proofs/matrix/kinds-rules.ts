import { createAccountFlags, createImmutableFlags, formatFlagTable } from './flag-tables.ts'
import { type Context, type Kind, owners, type Reference, referenceToMany, referenceToOne } from './kind.ts'
import { oneOff, weekly } from './windows.ts'

/** The services of a rule or a report. */
const scopeReferences: Readonly<Record<string, Reference>> = {
  'scope.group_ids': { to: 'group', toValue: (id) => ({ group_ids: [id] }) },
  'scope.service_ids': { to: 'service', toValue: (id) => ({ service_ids: [id] }) },
}
const hideScope = `scope = '{"all_services": false, "group_ids": [], "service_ids": []}'`

/** Alert rules, escalations and report templates. */
export const ruleKinds: Readonly<Record<string, Kind>> = {
  event: {
    table: 'event',
    parentResource: 'account',
    // Of three, the second depends on the first, and the third on none.
    owners: [...owners, 'A.main', 'A.main'],
    createFlag: 'create_events',
    flags: createAccountFlags('create_escalations'),
    routes: { owner: 'account' },
    collections: ['account'],
    columns: (word, { owner, find }) => ({
      name: word,
      description: word,
      external_id: word,
      condition_event_ids: getConditions(find('event', owner)),
    }),
    lists: ({ owner, find }) => ({ conditions: getConditions(find('event', owner)) }),
    body: { name: 'New' },
    change: { description: 'Changed' },
    hide: `name = 'changed ' || id, description = 'changed', is_active = not is_active, kind = 'sensor_lost',
      settings = '{}', ${hideScope}, start_delay = 77, end_delay = 77, condition_event_ids = '{}', external_id = null`,
    references: {
      owner_id: referenceToOne('account'),
      condition_event_ids: referenceToMany('event'),
      ...scopeReferences,
    },
  },
  event_status_change: {
    table: 'event_status_change',
    parentResource: 'service',
    key: ['service_id', 'event_id', 'id'],
    serves: 'read',
    // Alert rules belong to one account only, even if its services are shared.
    flags: formatFlagTable('owner administrator', [
      ['read', 'read read'],
      ['own', 'read -'],
      ['update', '- -'],
      ['delete', '- -'],
    ]),
    columns: (word, { owner, find }) => ({
      event_id: find('event', owner)[0],
      status: 'active',
      start_time: '2026-01-01T00:00:00Z',
      note: word,
    }),
    hide: `status = 'disabled', start_time = '2001-01-01', end_time = '2031-01-01', note = 'changed'`,
  },
  escalation: {
    table: 'escalation',
    parentResource: 'event',
    createFlag: 'create_escalations',
    flags: createAccountFlags('create_suspensions', 'create_weekly_suspensions'),
    routes: { event: 'event' },
    collections: ['event'],
    columns: (word, { owner, find }) => ({
      name: word,
      external_id: word,
      contact_ids: find('contact', owner),
      contact_group_ids: find('contact_group', owner),
      channel_ids: ['email'],
    }),
    body: (find) => ({ name: 'New', contact_ids: find('contact').slice(0, 1) }),
    change: { name: 'Renamed' },
    hide: `name = 'changed ' || id, is_active = not is_active, delay = 77, repeat_interval = 777, maximum_repeats = 7,
      contact_ids = '{}', contact_group_ids = '{}', channel_ids = '{sms}', notify_end = not notify_end, external_id = null`,
    references: {
      event_id: referenceToOne('event'),
      contact_ids: referenceToMany('contact'),
      contact_group_ids: referenceToMany('contact_group'),
    },
  },
  escalation_suspension: {
    table: 'escalation_suspension',
    parentResource: 'escalation',
    createFlag: 'create_suspensions',
    flags: createAccountFlags(),
    routes: { escalation: 'escalation' },
    collections: ['escalation'],
    ...oneOff,
    references: { escalation_id: referenceToOne('escalation') },
  },
  escalation_weekly_suspension: {
    table: 'escalation_weekly_suspension',
    parentResource: 'escalation',
    createFlag: 'create_weekly_suspensions',
    flags: createAccountFlags(),
    routes: { escalation: 'escalation' },
    collections: ['escalation'],
    ...weekly,
    references: { escalation_id: referenceToOne('escalation') },
  },
  report_template: {
    table: 'report_template',
    parentResource: 'account',
    // The second of two is switched off.
    owners: [...owners, 'A.main'],
    createFlag: 'create_report_templates',
    flags: createAccountFlags('create_reports'),
    routes: { owner: 'account', sections: 'report_section[]' },
    collections: ['account'],
    columns: (word, context) => ({
      name: word,
      description: word,
      external_id: word,
      is_active: isFirstReport(context),
      language_id: 'en',
      time_zone_id: 'europe_warsaw',
      section_ids: ['summary'],
      reporting_plan_ids: ['daily', 'monthly'],
      accounting_method: '{}',
      recipients: [`${word}@example.com`],
    }),
    lists: (context) => ({
      sections: ['summary'],
      'active plans': isFirstReport(context) ? ['daily', 'monthly'] : [],
    }),
    body: { name: 'New', section_ids: ['summary'] },
    change: { description: 'Changed' },
    hide: `name = 'changed ' || id, description = 'changed', is_active = not is_active, language_id = 'pl',
      time_zone_id = 'africa_abidjan', section_ids = '{accounting_method}', reporting_plan_ids = '{yearly}',
      attachment_type_ids = '{}', ${hideScope}, recipients = '{}', service_level_target = 77, external_id = null, created_at = created_at - interval '1 year'`,
    references: { owner_id: referenceToOne('account'), ...scopeReferences },
  },
  report: {
    table: 'report',
    parentResource: 'report_template',
    column: 'template_id',
    serves: 'list search read create delete permissions',
    createFlag: 'create_reports',
    flags: createImmutableFlags('send'),
    routes: { owner: 'account', sections: 'report_section[]' },
    collections: ['account', 'report_template'],
    columns: (word) => ({
      name: word,
      start_time: new Date('2026-01-01'),
      end_time: new Date('2026-02-01'),
      status: 'completed',
      template: JSON.stringify({
        language_id: 'en',
        time_zone_id: 'europe_warsaw',
        section_ids: ['summary'],
        attachment_type_ids: ['pdf'],
      }),
    }),
    lists: () => ({ sections: ['summary'] }),
    body: { is_test: true },
    hide: `name = 'changed', start_time = '2001-01-01', end_time = '2002-01-01', status = 'failed', failure_reason = 'no_services',
      reporting_plan_id = 'yearly', first_day = '2001-01-01', is_test = not is_test, created_at = created_at - interval '1 year',
      completed_at = '2003-01-01', template = '{"language_id": "pl", "time_zone_id": "africa_abidjan", "section_ids": ["failures"], "attachment_type_ids": []}'`,
    references: { template_id: referenceToOne('report_template') },
  },
}

const getConditions = (earlier: readonly number[]): readonly number[] => (earlier.length === 1 ? earlier : [])

const isFirstReport = ({ owner, find }: Context): boolean => find('report_template', owner).length === 0

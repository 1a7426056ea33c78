import { defineResource, many, one } from '@wachta/resource'
import { type Field, flag, id, key, keyList, nullable, personal, text, time, unlisted } from '@wachta/resource/field'
import { own } from '@wachta/resource/permission'
import { Type } from 'typebox'
import { editor, keeper } from '../../platform/access.ts'
import { buildTargetField, readTarget } from '../../platform/service-level-target.ts'
import { personalFields } from '../accounts/account-fields.ts'
import { scope } from '../alert-rules/scope.ts'
import { tagList } from '../services/service-tags.ts'
import { queueConsentRequests } from './recipients.ts'
import { accountingMethod, prepareReportTemplate, prepareReportTemplateChange } from './rules.ts'

const recipients: Field = {
  kind: 'list',
  nullable: false,
  schema: Type.Array(Type.Unsafe<string>({ ...personalFields.email_address.schema, description: 'E-mail address.' }), {
    uniqueItems: true,
    maxItems: 100,
    default: [],
    description: 'The recipients of the reports that reporting plans create.',
  }),
}

const variablesNote = 'May contain `{{name}}` of the dictionary `report_template_variables`; other names are rejected.'

const settings = [
  'description',
  'title',
  'introduction',
  'email_subject',
  'email_body',
  'tags',
  'delivery',
  'is_active',
  'language_id',
  'time_zone_id',
  'reporting_plan_ids',
  'attachment_type_ids',
  'scope',
  'accounting_method',
  'recipients',
  'service_level_target',
] as const

/** The content, services, accounting method, schedule and recipients of reports. */
export const reportTemplate = defineResource('report_template', {
  title: 'report template',
  fields: {
    id: id(),
    owner_id: id({ description: 'Owning account.' }),
    name: text({ min: 1, max: 64 }),
    description: text({ max: 10_000, default: '' }),
    title: text({
      max: 255,
      default: '',
      description: `Title of the document; the name of the template if empty. ${variablesNote}`,
    }),
    introduction: text({ max: 10_000, default: '', description: `Printed first. ${variablesNote}` }),
    email_subject: text({
      max: 255,
      default: '',
      description: `Subject of the e-mail; a standard one if empty. ${variablesNote}`,
    }),
    email_body: text({
      max: 10_000,
      default: '',
      description: `Text of the e-mail; a standard one if empty. ${variablesNote}`,
    }),
    tags: tagList('Services with any of these tags are in the report too.'),
    delivery: text({
      enum: ['attachment', 'link'],
      default: 'attachment',
      description: 'Whether e-mails carry the files or links to them.',
    }),
    is_active: flag({
      default: true,
      description: 'Whether reporting plans create reports; on demand, reports can always be created.',
    }),
    language_id: key({ description: "Language of the reports; default: that of the owner's account." }),
    time_zone_id: key({ description: "Time zone of the reports; default: that of the owner's account." }),
    section_ids: keyList({ min: 1, max: 100, description: 'The sections of the report, in this order.' }),
    reporting_plan_ids: keyList({ max: 100, default: [] }),
    attachment_type_ids: keyList({ max: 100, default: ['pdf'] }),
    scope,
    accounting_method: accountingMethod,
    recipients: personal(recipients),
    created_at: time(),
    external_id: unlisted(nullable(text({ description: 'Its identifier in a declarative configuration.' }))),
    service_level_target: buildTargetField(
      'The agreed service level in percent; null takes that of each service, or else that of its group.',
    ),
  },
  computed: { service_level_target: readTarget },
  relations: {
    owner: one('account', 'owner_id', {
      route: { tag: 'accounts', summary: 'Owning account of a report template.' },
      collection: { path: 'report_templates', tag: 'report_templates', summary: 'Report templates of an account.' },
    }),
    language: one('language', 'language_id'),
    time_zone: one('time_zone', 'time_zone_id'),
    sections: many('report_section', 'section_ids', {
      route: {
        tag: 'report_templates',
        summary: 'Sections of reports made from a template; section_ids of the template has their order.',
      },
    }),
    // All plans of the template; the operation `reporting_plans` lists only those of an active template.
    plans: many('reporting_plan', 'reporting_plan_ids'),
    attachment_types: many('report_attachment_type', 'attachment_type_ids'),
  },
  paths: ['owner.name', 'owner.username'],
  query: ['name', 'description'],
  owner: 'owner_id',
  permissions: { create_reports: editor, delete: editor, own: own(), read: keeper, update: editor },
  serve: {
    path: '/report_templates',
    tag: 'report_templates',
    operations: ['list', 'search', 'read', 'create', 'update', 'delete', 'permissions'],
  },
  create: {
    required: ['name', 'section_ids'],
    optional: ['owner_id', ...settings],
    under: ['owner', 'create_report_templates'],
    defaults: (_data, { caller }) => ({ owner_id: caller.actsFor }),
    prepare: async (data, call) => ({ columns: await prepareReportTemplate(data, call) }),
    created: (id, _kept, call) => queueConsentRequests(id, call),
  },
  update: {
    fields: ['name', 'section_ids', ...settings],
    prepare: prepareReportTemplateChange,
    changed: ({ id }, call) => queueConsentRequests(id, call),
  },
})

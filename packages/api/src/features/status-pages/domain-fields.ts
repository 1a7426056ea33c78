import { domainProblems, domainStates } from '@wachta/domain'
import { nullable, text, time } from '@wachta/resource/field'
import { type RawBuilder, sql } from 'kysely'

/** The custom domain of a page: its setting, the DNS records that it needs, and its state. */
export const domainFields = {
  domain: nullable(
    text({
      min: 1,
      max: 253,
      description:
        'The custom domain at which the page is served, besides its URL with the `slug`. Then set the records that `domain_record_name` and `domain_target` name.',
    }),
  ),
  domain_record_name: nullable(text({ description: 'The name of the TXT record that verifies the domain.' })),
  domain_record_value: nullable(text({ description: 'The value of that record. Leave it in place.' })),
  domain_target: nullable(
    text({
      description:
        'The host that the domain has to point to, by a CNAME record or with the same IP addresses; null until it was first checked.',
    }),
  ),
  domain_state: nullable(
    text({
      enum: domainStates,
      description:
        '`active` if the domain is verified and its certificate is valid; `failed` if no certificate was issued. Check `domain_problem` too. Null without a domain.',
    }),
  ),
  domain_problem: nullable(
    text({
      enum: domainProblems,
      description:
        'What is wrong. `record_missing`: the TXT record is not there. `taken`: another page holds the domain, or it is a host name of the installation. `points_elsewhere`: the domain points to another server. `rejected`: the certificate authority rejected the order. `unreachable`: it could not be reached. `limited`: too many certificates were ordered recently. It is tried again.',
    }),
  ),
  domain_detail: nullable(text({ description: 'What the certificate authority said about the problem.' })),
  certificate_expires_at: nullable(
    time({
      description:
        'When the certificate of the domain expires, unless it is renewed. Null if there is none, or if a proxy has it.',
    }),
  ),
}

type Row = (column: string) => RawBuilder<unknown>

/** The state that the reporter stored is valid only while the page still has the domain. */
const selectFromDomain = (
  row: Row,
  expression: RawBuilder<unknown>,
) => sql`(select ${expression} from status_page_domain pd
  left join page_certificate pc on pc.domain = pd.domain and pd.verified_at is not null
  where pd.status_page_id = ${row('id')} and pd.domain = ${row('domain')})`

const domainState = sql`case when pd.verified_at is null then 'waiting' when pc.domain is null or pc.expires_at > now() then 'active'
  when pc.problem is not null then 'failed' else 'waiting' end`

export const domainExpressions = {
  domain_record_name: (row: Row) => sql`('_wachta-page.' || ${row('domain')})`,
  domain_record_value: (row: Row) =>
    sql`case when ${row('domain')} is not null then 'wachta-page=' || ${row('domain_token')} end`,
  domain_target: (row: Row) => selectFromDomain(row, sql`pd.target`),
  domain_state: (row: Row) =>
    sql`case when ${row('domain')} is not null then coalesce(${selectFromDomain(row, domainState)}, 'waiting') end`,
  domain_problem: (row: Row) => selectFromDomain(row, sql`coalesce(pd.problem, pc.problem)`),
  domain_detail: (row: Row) => selectFromDomain(row, sql`pc.detail`),
  certificate_expires_at: (row: Row) => selectFromDomain(row, sql`pc.expires_at`),
}

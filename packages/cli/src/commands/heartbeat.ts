import { type Client, heartbeatSnippet, heartbeatSnippetKinds } from '@wachta/client'
import { type AnyCommand, command } from '../frame/command.ts'
import type { Output } from '../frame/output.ts'
import { findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'
import { parseDuration } from '../times/time.ts'

const create = command({
  path: 'heartbeat create',
  summary: {
    en: 'create a heartbeat for a job and show its URL',
    pl: 'utwórz heartbeat dla zadania i pokaż jego URL',
  },
  details: {
    en: 'Create a service that watches a scheduled job, and print its URL. The job calls the URL each time it finishes; if a call is missing, the service is down. The URL is shown only once.',
    pl: 'Utwórz usługę, która pilnuje zadania cyklicznego, i wypisz jej URL. Zadanie wywołuje URL po każdym zakończeniu; gdy wywołanie nie nadejdzie, zgłaszana jest awaria usługi. URL widać tylko raz.',
  },
  operands: [{ name: 'name', summary: { en: 'name of the job', pl: 'nazwa zadania' } }],
  options: {
    every: {
      kind: 'text',
      default: '1d',
      value: 'duration',
      summary: {
        en: 'the longest expected time between two runs',
        pl: 'najdłuższy spodziewany czas między uruchomieniami',
      },
    },
    grace: {
      kind: 'text',
      default: '30min',
      value: 'duration',
      summary: { en: 'how late the job may be', pl: 'o ile zadanie może się spóźnić' },
    },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const interval = parseDuration(options.every)
    const grace = parseDuration(options.grace)
    const client = await connectCli(invocation)
    const name = operands[0] ?? ''
    const body = { type_id: 'heartbeat', name, address: name, interval, extended_settings: { grace } }
    const { id } = await client.call('create_service', { body }, { idempotencyKey: crypto.randomUUID() })
    await showUrl(client, { id, interval }, out)
  },
})

const url = command({
  path: 'heartbeat url',
  summary: { en: 'replace the URL of a heartbeat and show it', pl: 'zastąp URL heartbeatu i pokaż nowy' },
  details: {
    en: 'Create a new URL for a heartbeat and print it. The current URL becomes invalid. Only a hash of the URL is stored, so it is shown only once.',
    pl: 'Utwórz nowy URL heartbeatu i wypisz go. Obecny URL traci ważność. Zapisany jest tylko skrót adresu, więc widać go tylko raz.',
  },
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  options: {},
  async run(invocation) {
    const client = await connectCli(invocation)
    const { id } = await findService(client, invocation.operands[0] ?? '')
    const { interval } = await client.call('read_service', { path: { _id: id } })
    await showUrl(client, { id, interval }, invocation.out)
  },
})

export const heartbeatCommands: readonly AnyCommand[] = [create, url]

async function showUrl(client: Client, service: { id: number; interval: number }, out: Output): Promise<void> {
  const token = await client.call('create_heartbeat_token', { path: { _id: service.id } })
  const snippets = Object.fromEntries(
    heartbeatSnippetKinds.map((kind) => [kind, heartbeatSnippet(kind, token.url, service.interval)]),
  )
  out.result({ service_id: service.id, url: token.url, snippets }, () => {
    out.line(token.url)
    for (const [kind, snippet] of Object.entries(snippets)) {
      out.line('')
      out.line(`# ${kind}`)
      for (const line of snippet.split('\n')) out.line(line)
    }
  })
}

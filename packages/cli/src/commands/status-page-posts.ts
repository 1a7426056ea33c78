import type { Client, StatusPagePost } from '@wachta/client'
import { type AnyCommand, CommandError, command, exitCodes, type Invocation } from '../frame/command.ts'
import { connectCli } from '../session/connection.ts'
import { findPost, findStatusPage, listComponents, pickComponents } from '../status-pages/find-post.ts'
import { parseFutureTime, toApiTime } from '../times/time.ts'

const postOperand = {
  name: 'post',
  summary: { en: 'its id, or the title of an open post', pl: 'identyfikator lub tytuł otwartego wpisu' },
} as const
const textOperand = {
  name: 'text',
  summary: {
    en: 'the text, in Markdown; - reads it from standard input',
    pl: 'treść (Markdown); - czyta ze standardowego wejścia',
  },
} as const

const createPost = command({
  path: 'status-page post create',
  summary: { en: 'write a post about an incident or maintenance', pl: 'napisz o incydencie lub pracach serwisowych' },
  details: {
    en: 'Write a post on a status page. Visitors see it immediately, unless it is a draft.',
    pl: 'Dodaj wpis na stronie statusu. Odwiedzający zobaczą go od razu, chyba że to szkic.',
  },
  printsRecords: true,
  operands: [
    { name: 'page', summary: { en: 'the page, by id, slug or title', pl: 'strona: identyfikator, adres lub tytuł' } },
    { name: 'title', summary: { en: 'the title', pl: 'tytuł' } },
  ],
  options: {
    kind: {
      kind: 'choice',
      choices: ['incident', 'maintenance'],
      default: 'incident',
      summary: { en: 'what it is about', pl: 'czego dotyczy' },
    },
    impact: {
      kind: 'choice',
      choices: ['none', 'minor', 'major', 'critical'],
      summary: { en: 'impact of an incident', pl: 'wpływ incydentu' },
    },
    state: { kind: 'text', summary: { en: 'investigating, scheduled, …', pl: 'investigating, scheduled, …' } },
    component: {
      kind: 'texts',
      summary: {
        en: 'an affected component, by id or name; repeatable',
        pl: 'komponent, którego dotyczy wpis (identyfikator lub nazwa); można powtarzać',
      },
    },
    start: {
      kind: 'text',
      value: 'time',
      summary: { en: 'start time; 2h means in two hours', pl: 'początek; 2h oznacza za dwie godziny' },
    },
    end: { kind: 'text', value: 'time', summary: { en: 'planned end of maintenance', pl: 'planowany koniec prac' } },
    text: {
      kind: 'text',
      summary: { en: 'the first update; - reads standard input', pl: 'pierwsza aktualizacja; - czyta wejście' },
    },
    draft: { kind: 'flag', summary: { en: 'do not publish it yet', pl: 'jeszcze nie publikuj' } },
  },
  async run(invocation) {
    const { operands, options, out } = invocation
    const [word = '', title = ''] = operands
    const client = await connectCli(invocation)
    const page = await findStatusPage(client, word)
    const now = new Date()
    const components = options.component.length > 0 ? await listComponents(client, page.id) : []
    const { id } = await client.call('create_status_page_post', {
      body: {
        status_page_id: page.id,
        kind: options.kind as StatusPagePost['kind'],
        title,
        is_draft: options.draft,
        component_ids: pickComponents(components, options.component),
        ...(options.impact !== undefined && { impact: options.impact as StatusPagePost['impact'] }),
        // The API rejects an unknown state and lists the existing ones.
        ...(options.state !== undefined && { state: options.state as StatusPagePost['state'] }),
        ...(options.start !== undefined && { start_time: toApiTime(parseFutureTime(options.start, now)) }),
        ...(options.end !== undefined && { end_time: toApiTime(parseFutureTime(options.end, now)) }),
        ...(options.text !== undefined && { text: await readText(options.text, invocation) }),
      },
    })
    await printPost(client, id, invocation)
    if (!options.draft && !page.is_published)
      out.remark(
        { en: `${page.title} is not published yet.`, pl: `Strona ${page.title} nie jest jeszcze opublikowana.` },
        'warning',
      )
  },
})

const updatePost = command({
  path: 'status-page post update',
  summary: { en: 'add an update to a post', pl: 'dodaj aktualizację wpisu' },
  printsRecords: true,
  operands: [postOperand, textOperand],
  options: { state: { kind: 'text', summary: { en: 'the new state of the post', pl: 'nowy stan wpisu' } } },
  run: (invocation) =>
    addUpdate(invocation, (post) => (invocation.options.state as StatusPagePost['state']) ?? post.state),
})

const resolvePost = command({
  path: 'status-page post resolve',
  summary: { en: 'resolve a post', pl: 'zakończ wpis' },
  details: {
    en: 'Add the last update, and mark an incident as resolved or maintenance as completed.',
    pl: 'Dodaj ostatnią aktualizację i oznacz incydent jako rozwiązany albo prace jako zakończone.',
  },
  printsRecords: true,
  operands: [postOperand, textOperand],
  options: {},
  run: (invocation) => addUpdate(invocation, ({ kind }) => (kind === 'incident' ? 'resolved' : 'completed')),
})

const publishPost = command({
  path: 'status-page post publish',
  summary: { en: 'publish a draft', pl: 'opublikuj szkic' },
  printsRecords: true,
  operands: [postOperand],
  options: {},
  async run(invocation) {
    const client = await connectCli(invocation)
    const { id } = await findPost(client, invocation.operands[0] ?? '')
    await client.call('update_status_page_post', { path: { _id: id }, body: { is_draft: false } })
    await printPost(client, id, invocation)
  },
})

export const postCommands: readonly AnyCommand[] = [createPost, updatePost, resolvePost, publishPost]

type PostInvocation = Omit<Invocation, 'options'>

async function addUpdate(
  invocation: PostInvocation,
  chooseState: (post: StatusPagePost) => StatusPagePost['state'],
): Promise<undefined> {
  const [word = '', text = ''] = invocation.operands
  const client = await connectCli(invocation)
  const post = await findPost(client, word)
  const body = { post_id: post.id, state: chooseState(post), text: await readText(text, invocation) }
  await client.call('create_status_page_update', { body })
  await printPost(client, post.id, invocation)
}

async function readText(argument: string, { input }: PostInvocation): Promise<string> {
  const text = (argument === '-' ? await input.readAll() : argument).trim()
  if (text !== '') return text
  throw new CommandError({ en: 'The text is empty.', pl: 'Treść jest pusta.' }, { exitCode: exitCodes.usage })
}

/** Prints a post as it is now. */
async function printPost(client: Client, id: number, { out }: PostInvocation): Promise<void> {
  const post = await client.call('read_status_page_post', { path: { _id: id } })
  out.result(post, () =>
    out.print({
      en: `${post.title} (${post.id}): ${post.state}${post.is_draft ? ', draft' : ''}`,
      pl: `${post.title} (${post.id}): ${post.state}${post.is_draft ? ', szkic' : ''}`,
    }),
  )
}

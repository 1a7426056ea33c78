import { catalogue } from '@wachta/api/errors'

const groups: readonly (readonly [thousand: number, title: string])[] = [
  [1, 'The request'],
  [2, 'Authentication'],
  [3, 'Permission'],
  [4, 'Objects and their state'],
  [5, 'Package limits'],
  [9, 'The installation'],
]

/** The reference page of every error that the API can return. */
export async function generateErrorReference(): Promise<string> {
  const sections = groups.map(([thousand, title]) => `## ${title}\n\n${formatTable(thousand)}\n`)
  const listed = groups.flatMap(([thousand]) => listErrors(thousand)).length
  if (listed !== Object.keys(catalogue).length) throw new Error('an error has a code outside the groups')
  return `# Errors

A response of 4xx or 5xx is an array of objects: \`code\`, \`error\` (the error symbol), \`message\` for the end user in the language of
\`Accept-Language\`, \`description\` for the developer, and \`field\` where one part of the request is at fault. All errors of a
request are in one response; the first decides the status. Codes and error symbols are never reused.

${sections.join('\n')}`
}

function formatTable(thousand: number): string {
  const rows = listErrors(thousand).map(
    ([symbol, { code, status, message, description }]) =>
      `| ${code} | \`${symbol}\` | ${status} | ${escapeCell(message.en)}<br>${escapeCell(message.pl)} | ${escapeCell(description)} |`,
  )
  return [
    '| code | error symbol | status | message | for developers |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

const listErrors = (thousand: number) =>
  Object.entries(catalogue).filter(([, { code }]) => Math.floor(code / 1000) === thousand)

const escapeCell = (text: string) => text.replaceAll('|', '\\|')

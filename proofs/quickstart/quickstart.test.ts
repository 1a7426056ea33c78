import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { findQuickstartCommands, getCountError } from './commands.ts'

const readme = new URL('../../README.md', import.meta.url)

test('the README needs at most five commands to monitor the first service', async () => {
  const commands = findQuickstartCommands(await readFile(readme, 'utf8'))
  assert.equal(getCountError(commands), undefined, commands.join('\n'))
  assert.match(commands[0] ?? '', /^git clone \S+ && cd \w+$/)
  assert.equal(commands.filter((line) => line.endsWith('&')).length, 1, 'one is left running')
  assert.match(commands.at(-1) ?? '', /^wachta apply -f (docs\/examples\/first\.yaml) --yes$/)
})

test('a sixth command and a missing mark are reported, and code blocks of other sections are ignored', async () => {
  const text = await readFile(readme, 'utf8')
  const longer = text.replace(/^wachta apply .*$/m, '$&\nwachta watch')
  assert.match(getCountError(findQuickstartCommands(longer)) ?? '', /^6 commands/)
  assert.match(getCountError(findQuickstartCommands(text.replaceAll('<!-- quickstart -->', ''))) ?? '', /no commands/)
  const elsewhere = '## Start in five minutes\n\n## Next\n<!-- quickstart -->\n```sh\nls\n```\n'
  assert.deepEqual(findQuickstartCommands(elsewhere), [])
  const split = '## Start in five minutes\n<!-- quickstart -->\n```sh\n# first\nls \\\n  -l\n\npwd\n```\n'
  assert.deepEqual(findQuickstartCommands(split), ['ls -l', 'pwd'])
})

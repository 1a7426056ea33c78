import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { test } from 'node:test'
import { CommandError, command, runCli } from '../src/index.ts'

const summary = { en: 'count lanterns', pl: 'policz latarnie' }
const count = command({
  path: 'lamp count',
  summary,
  operands: [{ name: 'place', summary: { en: 'where', pl: 'gdzie' } }],
  options: {
    least: { kind: 'number', summary, default: 2 },
    'of-kind': { kind: 'choice', choices: ['oil', 'gas'], summary },
    lit: { kind: 'flag', summary },
    tag: { kind: 'texts', summary },
    by: { kind: 'text', summary, required: true },
  },
  async run({ options, operands, out }) {
    if (operands[0] === 'nowhere') throw new CommandError({ en: 'No such place.', pl: 'Nie ma takiego miejsca.' })
    if (operands[0]?.startsWith('nowhere')) throw new CommandError({ en: `No such place: ${operands[0]}`, pl: '' })
    out.progress({ en: 'counting', pl: 'liczę' })
    out.table(
      [{ ...options, place: operands[0] ?? '' }],
      [
        { title: { en: 'Place', pl: 'Miejsce' }, value: ({ place }) => place },
        { title: { en: 'Least', pl: 'Najmniej' }, value: ({ least }) => least },
      ],
    )
    return options.lit ? 3 : 0
  },
})

async function run(words: string[], environment: NodeJS.ProcessEnv = {}, isTTY = false) {
  const printed = { out: '', error: '' }
  const add = (to: keyof typeof printed) => (text: string) => {
    printed[to] += text
  }
  const parts = { name: 'lamps', version: '1.2.3', summary, commands: [count] }
  const code = await runCli(parts, words, {
    environment,
    stdout: { write: add('out'), isTTY },
    stderr: { write: add('error'), isTTY },
  })
  return { code, ...printed }
}

test('options and operands arrive as they were declared', async () => {
  const { code, out, error } = await run(['lamp', 'count', 'pier', '--by', 'Ewa', '--of-kind', 'gas', '--json'])
  assert.equal(code, 0)
  assert.deepEqual(JSON.parse(out), [
    { least: 2, 'of-kind': 'gas', lit: false, tag: [], by: 'Ewa', json: true, place: 'pier' },
  ])
  assert.equal(error, 'counting\n')
})

test('a table is aligned, and what others have named moves no cursor', async () => {
  const { out } = await run(['lamp', 'count', 'pier\u001b[2J', '--by', 'x', '--least', '10'])
  assert.equal(out, 'Place          Least\npier\\u001b[2J  10\n')
})

test('a terminal gets colours unless they are switched off; a pipe gets them if they are switched on', async () => {
  const words = ['lamp', 'count', 'pier', '--by', 'x']
  const isColored = async (isTTY: boolean, environment: NodeJS.ProcessEnv = {}, ...more: string[]) =>
    (await run([...words, ...more], environment, isTTY)).out.includes('\u001b[1mPlace\u001b[22m')
  assert.deepEqual([await isColored(true), await isColored(false)], [true, false])
  assert.equal(await isColored(true, { NO_COLOR: '1' }), false)
  assert.equal(await isColored(true, { NO_COLOR: '' }), true)
  assert.equal(await isColored(true, { TERM: 'dumb' }), false)
  assert.equal(await isColored(true, { FORCE_COLOR: '0' }), false)
  assert.equal(await isColored(false, { FORCE_COLOR: '1' }), true)
  assert.equal(await isColored(false, { NO_COLOR: '1' }, '--color=always'), true)
  assert.equal(await isColored(true, { FORCE_COLOR: '1' }, '--color', 'never'), false)
  assert.equal(await isColored(true, {}, '--json'), false)
  assert.equal((await run([...words, '--color', 'sometimes'])).code, 2)
  assert.ok((await run(['fly'], {}, true)).error.startsWith('\u001b[31mlamps:\u001b[39m Unknown command'))
  // Only the command itself may print colours: escape sequences in names are neutralized.
  assert.ok((await run(['lamp', 'count', 'a\u001b[31m', '--by', 'x'], {}, true)).out.includes('a\\u001b[31m'))
})

test('faults are told in the language of the terminal, with their exit codes', async () => {
  const polish = { LANG: 'pl_PL.UTF-8' }
  const told = async (words: string[], environment = {}) => {
    const { code, error } = await run(words, environment)
    return [code, error.trimEnd().split('\n').at(-1)]
  }
  assert.deepEqual(await told(['fly']), [2, 'lamps: Unknown command "fly". See --help.'])
  assert.deepEqual(await told(['fly'], polish), [2, 'lamps: Nieznane polecenie „fly”. Zobacz --help.'])
  assert.deepEqual(await told(['lamp']), [2, 'lamps: Give one of these commands.'])
  assert.deepEqual(await told(['lamp', 'count', 'x']), [2, 'lamps: Missing --by <BY>. See --help.'])
  assert.deepEqual(await told(['lamp', 'count', '--by', 'x']), [2, 'lamps: Missing place. See --help.'])
  assert.deepEqual(await told(['lamp', 'count', 'x', '--by', 'y', '--fly']), [
    2,
    'lamps: Unknown option --fly. See --help.',
  ])
  assert.deepEqual(await told(['lamp', 'count', 'x', '--by', 'y', '--least', 'z']), [
    2,
    'lamps: --least must be a number, not "z".',
  ])
  assert.deepEqual(await told(['lamp', 'count', 'nowhere', '--by', 'x', '--language', 'pl']), [
    1,
    'lamps: Nie ma takiego miejsca.',
  ])
  const wrong = ['lamp', 'count', 'x', '--by', 'y', '--of-kind', 'wax']
  assert.deepEqual(await told(wrong), [2, 'lamps: Invalid value "wax" for --of-kind <OF-KIND>. Use one of: oil, gas.'])
  assert.deepEqual(await told(wrong, polish), [
    2,
    'lamps: Nieprawidłowa wartość „wax” dla --of-kind <OF-KIND>. Dozwolone: oil, gas.',
  ])
  assert.deepEqual((await run(['lamp', 'count', 'x', '--by', 'y', '--lit'])).code, 3)
})

test('no error moves the cursor either, regardless of the source of its text', async () => {
  const clear = '\u001b[2J\u202e'
  const { error } = await run(['lamp', 'count', `nowhere${clear}`, '--by', 'x'])
  assert.equal(error, 'lamps: No such place: nowhere\\u001b[2J\\u202e\n')
  for (const words of [[clear], ['lamp', 'count', 'x', '--by', 'y', '--of-kind', clear], ['lamp', 'count', '-\u0007']])
    assert.doesNotMatch((await run(words)).error, /(?!\n)[\p{Cc}\p{Bidi_Control}]/u)
})

test('help is there for every level, in both languages', async () => {
  assert.match((await run([])).out, /^Usage: lamps[\s\S]*count lanterns/)
  assert.match((await run(['--help'], { LANG: 'pl' })).out, /^Użycie: lamps[\s\S]*Opcje:[\s\S]*Polecenia:/)
  const { code, out } = await run(['lamp', 'count', '--help'])
  assert.equal(code, 0)
  for (const word of ['<place>', '--least <LEAST>', '(choices: "oil", "gas")', '--json'])
    assert.ok(out.includes(word), word)
  assert.equal((await run(['--version'])).out, '1.2.3\n')
})

test('bash offers what may follow', async () => {
  const { out } = await run(['completion', 'bash'])
  const offered = (...words: string[]) =>
    execFileSync('bash', [
      '-c',
      `${out}\nCOMP_WORDS=(lamps ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _lamps; echo "\${COMPREPLY[*]}"`,
    ])
      .toString()
      .trim()
  assert.equal(offered('l'), 'lamp')
  assert.equal(offered('lamp', ''), '--help count')
  assert.equal(offered('lamp', 'count', '--l'), '--language --least --lit')
  assert.equal(offered('lamp', 'count', 'pier', '--of'), '--of-kind')
  assert.equal(offered('completion', 'z'), 'zsh')
  for (const shell of ['zsh', 'fish']) assert.match((await run(['completion', shell])).out, /lamps/)
  assert.equal((await run(['completion', 'dos'])).code, 2)
})

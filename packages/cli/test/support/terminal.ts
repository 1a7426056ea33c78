import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const main = join(import.meta.dirname, '..', '..', 'src', 'main.ts')

/** Runs the command in its own terminal, answers each question once, and returns the output. */
export async function atTerminal(
  words: string,
  environment: NodeJS.ProcessEnv,
  answers: Readonly<Record<string, string | ((seen: string) => string)>>,
): Promise<{ code: number; seen: string }> {
  // `script` runs a program in a terminal and records its output.
  const child = spawn('script', ['-qec', `${process.execPath} ${main} ${words}`, '/dev/null'], {
    // The output is compared as plain text; colours have tests of their own.
    env: { ...process.env, LANG: 'C.UTF-8', NO_COLOR: '1', ...environment },
  })
  const open = new Map(Object.entries(answers))
  let seen = ''
  child.stdout.on('data', (chunk: Buffer) => {
    seen += chunk.toString()
    for (const [question, answer] of open)
      if (seen.includes(question) && open.delete(question))
        child.stdin.write(`${typeof answer === 'string' ? answer : answer(seen)}\r`)
  })
  const [code] = await once(child, 'close')
  return { code, seen }
}

import { command, exitCodes, type LocalizedText } from '@wachta/cli'

const marks: Readonly<Record<'ok' | 'warning' | 'problem', LocalizedText>> = {
  ok: { en: 'ok', pl: 'w porządku' },
  warning: { en: 'warning', pl: 'uwaga' },
  problem: { en: 'PROBLEM', pl: 'PROBLEM' },
}

/** Checks everything that an installation needs, and prints what to do about problems. */
export const doctorCommand = command({
  path: 'doctor',
  summary: {
    en: 'check the installation and suggest fixes',
    pl: 'sprawdź instalację i zaproponuj poprawki',
  },
  details: {
    en: 'Check everything that the installation needs. Run it with the same environment variables as its processes. It changes nothing and sends no messages. The exit code is 3 if there is a problem.',
    pl: 'Sprawdź wszystko, czego potrzebuje instalacja. Uruchom z tymi samymi zmiennymi środowiskowymi co jej procesy. Polecenie niczego nie zmienia ani nie wysyła. Kod wyjścia 3 oznacza problem.',
  },
  options: {
    data: {
      kind: 'text',
      value: 'DIR',
      summary: {
        en: 'check the installation of `serve --data`',
        pl: 'sprawdź instalację uruchomioną przez `serve --data`',
      },
    },
  },
  async run({ options: { data }, out, language, environment: processEnvironment, stopping }) {
    const { readSingleNodeVariables } = await import('../single-node/open-single-node.ts')
    const environment =
      data === undefined ? processEnvironment : await readSingleNodeVariables(data, processEnvironment)
    const { createDoctorContext } = await import('../doctor/doctor-context.ts')
    const { healthChecks } = await import('../doctor/checks/index.ts')
    const { examine } = await import('../doctor/examine.ts')
    await using context = createDoctorContext(environment)
    const { found, skipped } = await examine(healthChecks, context, {
      signal: stopping,
      onCheck: ({ title }) => {
        if (process.stderr.isTTY) out.progress({ en: `${title.en} …`, pl: `${title.pl} …` })
      },
    })
    const findings = found.map(({ check, level, message, todo }) => ({
      ...{ check, level, message: message[language] },
      ...(todo && { todo: todo[language] }),
    }))
    out.result({ findings, skipped }, () => {
      for (const { title, level, message, todo } of found) {
        out.line(`${title[language]}: ${marks[level][language]}. ${message[language]}`)
        if (todo) out.line(`  → ${todo[language]}`)
      }
      if (skipped.length > 0)
        out.print({ en: `Not checked: ${skipped.join(', ')}.`, pl: `Nie sprawdzono: ${skipped.join(', ')}.` })
    })
    return found.some(({ level }) => level === 'problem') ? exitCodes.found : exitCodes.ok
  },
})

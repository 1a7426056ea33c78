import { command } from '@wachta/cli'
import { cellOption } from './cell-option.ts'

export const sensorsCommand = command({
  path: 'cells sensors',
  summary: {
    en: 'register the public sensors of one cell in another, under the same ids',
    pl: 'zarejestruj publiczne sensory jednej komórki w drugiej, pod tymi samymi identyfikatorami',
  },
  details: {
    en: 'An account can move to a cell that has the sensors of its services. Enrol each of them there too, with a token of that cell. Sensors that are there stay as they are. Needs CELL_DATABASE_URLS.',
    pl: 'Konto można przenieść do komórki, która ma sensory jego usług. Zarejestruj też tam każdy z nich, tokenem tamtej komórki. Istniejące sensory się nie zmieniają. Wymaga CELL_DATABASE_URLS.',
  },
  options: {
    from: cellOption('the cell that has the sensors', 'komórka, która ma sensory'),
    to: cellOption('the cell that gets them', 'komórka, która je dostanie'),
  },
  async run({ options: { from, to }, out, environment }) {
    const [{ openCell }, { runCopyTransaction, readRows, writeRows }, { sql }] = await Promise.all([
      import('../cells/open-cells.ts'),
      import('../cells/move/rows.ts'),
      import('kysely'),
    ])
    await using source = openCell(environment, from)
    await using destination = openCell(environment, to)
    const count = await runCopyTransaction(destination, async (tx) => {
      const [before] = await tx.query(sql<{ count: number }>`select count(*) as count from sensor`)
      await runCopyTransaction(source, async (sourceTx) => {
        const where = sql<boolean>`owner_id is null`
        for await (const lines of readRows(sourceTx, { table: 'sensor', where })) await writeRows(tx, 'sensor', lines)
      })
      const [after] = await tx.query(sql<{ count: number }>`select count(*) as count from sensor`)
      return (after?.count ?? 0) - (before?.count ?? 0)
    })
    out.result({ count }, () =>
      out.print({ en: `Registered sensors: ${count}.`, pl: `Zarejestrowane sensory: ${count}.` }),
    )
    return undefined
  },
})

import { command, type LocalizedText } from '@wachta/cli'
import type { MoveStep } from '../cells/move/move-context.ts'
import { cellOption } from './cell-option.ts'

const steps: Readonly<Record<MoveStep, LocalizedText>> = {
  history: { en: 'The history is copied.', pl: 'Historia skopiowana.' },
  fenced: {
    en: 'Changes to the account are on hold. The checks of the other cell begin within 40 seconds.',
    pl: 'Zmiany konta są wstrzymane. Sprawdzenia drugiej komórki zaczną się w ciągu 40 sekund.',
  },
  drained: { en: 'The last slots of the old cell are analysed.', pl: 'Ostatnie sloty starej komórki przeanalizowane.' },
  left: { en: 'The account has left the old cell.', pl: 'Konto opuściło starą komórkę.' },
  arrived: { en: 'The account is in the new cell.', pl: 'Konto jest w nowej komórce.' },
  led: { en: 'The directory leads to the new cell.', pl: 'Katalog prowadzi do nowej komórki.' },
  finished: { en: 'The old cell has deleted its copy.', pl: 'Stara komórka usunęła swoją kopię.' },
}

export const moveCommand = command({
  path: 'cells move',
  summary: {
    en: 'move an account with its users, sub-accounts and history to another cell',
    pl: 'przenieś konto z użytkownikami, kontami podrzędnymi i historią do innej komórki',
  },
  details: {
    en: 'The account stays watched: every slot is checked in one of the two cells. Changes wait for about a minute, reading for a few seconds. If the command is interrupted, run it again. Needs DIRECTORY_POSTGRES_URL, and in CELL_DATABASE_URLS logins that own the databases and may set session_replication_role. See docs/operating/cells.md.',
    pl: 'Konto jest cały czas monitorowane: każdy slot sprawdza jedna z dwóch komórek. Zmiany czekają około minuty, odczyt kilka sekund. Przerwane polecenie wystarczy uruchomić ponownie. Wymaga DIRECTORY_POSTGRES_URL, a w CELL_DATABASE_URLS kont będących właścicielami baz, z prawem ustawiania session_replication_role. Zobacz docs/operating/cells.md.',
  },
  operands: [
    {
      name: 'account',
      summary: {
        en: 'the username or id of any account of the tree',
        pl: 'nazwa użytkownika lub id dowolnego konta z drzewa',
      },
    },
  ],
  options: {
    from: cellOption('the cell it is in', 'komórka, w której jest'),
    to: cellOption('the cell it moves to', 'komórka docelowa'),
    abort: {
      kind: 'flag',
      summary: {
        en: 'abort a move while the account has not arrived yet',
        pl: 'przerwij przenosiny, dopóki konto nie dotarło do drugiej komórki',
      },
    },
    router: {
      kind: 'text',
      value: 'DIRECTORY',
      summary: {
        en: 'where `wachta cells haproxy` wrote, to replace the maps of the running HAProxy',
        pl: 'katalog, do którego pisze `wachta cells haproxy`, by podmienić mapy działającego HAProxy',
      },
    },
    socket: {
      kind: 'text',
      value: 'FILE',
      default: '/run/haproxy/wachta.sock',
      summary: { en: 'the admin socket of that HAProxy', pl: 'gniazdo administracyjne tego HAProxy' },
    },
  },
  async run({ operands: [account = ''], options: { from, to, abort, router, socket }, out, environment }) {
    const [{ openMove }, { moveTree }, { abortMove }, { moveTimes }, { updateRouter }] = await Promise.all([
      import('../cells/move/open-move.ts'),
      import('../cells/move/move-tree.ts'),
      import('../cells/move/abort.ts'),
      import('../cells/move/move-context.ts'),
      import('../cells/router-maps.ts'),
    ])
    await using opened = await openMove({ account, from, to }, environment)
    const context = { ...opened, times: moveTimes, onStep: (step: MoveStep) => out.print(steps[step]) }
    if (abort) await abortMove(context)
    else
      await moveTree(context, async () => {
        if (router !== undefined) await updateRouter(opened.directory, { socket, folder: router })
      })
    const { tree } = opened
    out.result({ tree: tree.id, accounts: tree.accounts.length, cell: abort ? from : to }, () =>
      out.print(
        abort
          ? { en: `The account stays in cell ${from}.`, pl: `Konto pozostaje w komórce ${from}.` }
          : { en: `Moved to cell ${to}.`, pl: `Przeniesiono do komórki ${to}.` },
      ),
    )
    return undefined
  },
})

import { type BilingualText, describeProofStatus, type GivenFile, verifyReportFiles } from '@wachta/proof'
import { InputError, readEvidence } from './evidence.ts'
import { outcomeTexts, pageTexts } from './texts.ts'

const element = <Kind extends HTMLElement>(id: string): Kind => document.getElementById(id) as Kind
const inputs = {
  files: element<HTMLInputElement>('files'),
  fingerprint: element<HTMLInputElement>('fingerprint'),
  roots: element<HTMLInputElement>('roots'),
  stampRoots: element<HTMLInputElement>('stamp-roots'),
}
const [drop, given, result, languageSwitch] = ['drop', 'given', 'result', 'language'].map(element<HTMLElement>)

let language: keyof BilingualText = navigator.language.startsWith('pl') ? 'pl' : 'en'
let files: readonly File[] = []
/** Files are read in the background: only the newest result is shown. */
let round = 0

showTexts()
void verify()

for (const input of Object.values(inputs)) input.addEventListener('input', () => void verify())
inputs.files.addEventListener('change', () => take(inputs.files.files))
languageSwitch?.addEventListener('click', () => {
  language = language === 'en' ? 'pl' : 'en'
  showTexts()
  void verify()
})
// Anywhere on the page: a file that is dropped beside the field would be opened instead of the page.
document.addEventListener('dragover', (event) => {
  event.preventDefault()
  drop?.classList.add('over')
})
document.addEventListener('dragleave', () => drop?.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  drop?.classList.remove('over')
  take(event.dataTransfer?.files)
})

function take(list: FileList | null | undefined): void {
  files = [...(list ?? [])]
  given?.replaceChildren(...files.map(({ name }) => line('li', name)))
  void verify()
}

async function verify(): Promise<void> {
  round += 1
  const mine = round
  const shown = await judge().catch((error: unknown) => [
    line('p', (error instanceof InputError ? error.text : pageTexts.unreadable)[language], 'verdict invalid'),
  ])
  if (mine === round) result?.replaceChildren(...shown)
}

async function judge(): Promise<HTMLElement[]> {
  if (files.length === 0) return [line('p', pageTexts.nothing[language])]
  const input = {
    files: await readAll(files),
    fingerprint: inputs.fingerprint.value,
    roots: await readAll(inputs.roots.files),
    stampRoots: await readAll(inputs.stampRoots.files),
  }
  const verified = verifyReportFiles(readEvidence(input, new Date()))
  const list = document.createElement('ul')
  list.append(
    ...verified.findings.map(({ outcome, text }) =>
      line('li', `${marks[outcome]} ${outcomeTexts[outcome][language]}: ${text[language]}`, outcome),
    ),
  )
  return [line('p', describeProofStatus(verified)[language], `verdict ${verified.status}`), list]
}

const marks = { passed: '✓', untrusted: '?', failed: '✗', not_checked: '–' } as const

const readAll = (list: Iterable<File> | null): Promise<GivenFile[]> =>
  Promise.all(
    [...(list ?? [])].map(async (file) => ({ name: file.name, bytes: Buffer.from(await file.arrayBuffer()) })),
  )

function line(kind: 'p' | 'li', text: string, className = ''): HTMLElement {
  const made = document.createElement(kind)
  made.textContent = text
  made.className = className
  return made
}

function showTexts(): void {
  document.documentElement.lang = language
  document.title = pageTexts.heading[language]
  for (const each of document.querySelectorAll<HTMLElement>('[data-text]'))
    each.textContent = pageTexts[each.dataset['text'] as keyof typeof pageTexts][language]
  if (!languageSwitch) return
  languageSwitch.textContent = language === 'en' ? 'Polski' : 'English'
  languageSwitch.lang = language === 'en' ? 'pl' : 'en'
}

import { type ApplyData, externalName } from '@wachta/client'
import {
  type BrowserStep,
  describeRecordingError,
  describeRecordingNote,
  exportRecording,
  type ImportedRecording,
  importRecording,
  RecordingError,
  type RecordingNote,
} from '@wachta/recording'
import { readNamedFile } from '../apply/read-file.ts'
import { toYaml } from '../apply/yaml.ts'
import { type AnyCommand, CommandError, command } from '../frame/command.ts'
import type { Output } from '../frame/output.ts'
import { findService } from '../kinds/find.ts'
import { connectCli } from '../session/connection.ts'

const scenarioType = 'browser_scenario'

const importScenario = command({
  path: 'scenario import',
  summary: {
    en: 'convert a recording of the Chrome DevTools Recorder to steps',
    pl: 'zamień nagranie Recordera z Chrome DevTools na kroki scenariusza',
  },
  details: {
    en: 'Convert a recording, exported from Chrome DevTools Recorder as JSON, to the steps of a browser scenario, and print them as JSON. Recorded passwords are removed. Changes and omissions are listed on standard error. Works offline.',
    pl: 'Zamień nagranie wyeksportowane z Chrome DevTools Recorder jako JSON na kroki scenariusza w przeglądarce i wypisz je jako JSON. Nagrane hasła są usuwane. Zmiany i pominięcia trafiają na standardowe wyjście błędów. Działa bez połączenia.',
  },
  operands: [
    {
      name: 'file',
      summary: { en: 'the recording; - for standard input', pl: 'nagranie; - oznacza standardowe wejście' },
    },
  ],
  options: {
    service: {
      kind: 'flag',
      summary: { en: 'print a whole service, as a file for apply', pl: 'wypisz całą usługę jako plik dla apply' },
    },
  },
  async run({ options, operands, out, input }) {
    const content = await readNamedFile(operands[0] ?? '', input)
    const recording = convert(content.toString('utf8'))
    printNotes(out, recording.notes)
    const { steps } = recording
    if (!options.service) return void out.result(steps, () => out.line(JSON.stringify(steps, null, 2)))
    const document = declareService(recording)
    out.result(document, () => out.line(toYaml(document).trimEnd()))
  },
})

const exportScenario = command({
  path: 'scenario export',
  summary: {
    en: 'print a browser scenario as a recording for the Chrome DevTools Recorder',
    pl: 'wypisz scenariusz w przeglądarce jako nagranie dla Recordera z Chrome DevTools',
  },
  details: {
    en: 'Print the steps of a service as JSON for Chrome DevTools Recorder, which can replay and change them. Steps that the Recorder does not support are listed on standard error.',
    pl: 'Wypisz kroki usługi jako JSON dla Chrome DevTools Recorder, w którym można je odtworzyć i zmienić. Kroki, których Recorder nie obsługuje, są wymienione na standardowym wyjściu błędów.',
  },
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const { id } = await findService(client, operands[0] ?? '')
    const { name, type_id, address, extended_settings } = await client.call('read_service', { path: { _id: id } })
    if (type_id !== scenarioType) throw createNoScenarioError(name, type_id)
    const { steps, viewport_width: width, viewport_height: height } = extended_settings
    const { text, notes } = exportRecording({
      title: name,
      address,
      viewport: typeof width === 'number' && typeof height === 'number' ? { width, height } : null,
      // The API has validated the steps.
      steps: steps as readonly BrowserStep[],
    })
    printNotes(out, notes)
    out.result(JSON.parse(text), () => out.line(text.trimEnd()))
  },
})

export const scenarioCommands: readonly AnyCommand[] = [importScenario, exportScenario]

function convert(text: string): ImportedRecording {
  try {
    return importRecording(text)
  } catch (error) {
    throw error instanceof RecordingError ? new CommandError(describeRecordingError(error), { cause: error }) : error
  }
}

/** Repeated imports of a recording with the same title declare the same service. */
const declareService = ({ title, address, viewport, device, steps }: ImportedRecording): ApplyData => ({
  services: [
    {
      external_id: `recording/${externalName(title)}`,
      name: title,
      type_id: scenarioType,
      address,
      extended_settings: {
        device,
        ...(viewport !== null && { viewport_width: viewport.width, viewport_height: viewport.height }),
        steps,
      },
    },
  ],
})

function printNotes(out: Output, notes: readonly RecordingNote[]): void {
  for (const note of notes) {
    const { en, pl } = describeRecordingNote(note)
    out.remark({ en: `! ${en}`, pl: `! ${pl}` })
  }
}

const createNoScenarioError = (name: string, type: string): CommandError =>
  new CommandError({
    en: `${name} is a service of the type ${type}. Only ${scenarioType} has steps that a browser can replay.`,
    pl: `${name} to usługa typu ${type}. Kroki do odtworzenia w przeglądarce ma tylko ${scenarioType}.`,
  })

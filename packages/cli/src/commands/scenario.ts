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
    en: 'Print the steps of a browser scenario as JSON, from a recording that the Recorder exported as JSON. Recorded passwords are dropped. Standard error names what was changed or left out. Needs no connection.',
    pl: 'Wypisz kroki scenariusza w przeglądarce jako JSON, na podstawie nagrania wyeksportowanego z Recordera jako JSON. Nagrane hasła są usuwane. Standardowe wyjście błędów wymienia, co zmieniono lub pominięto. Nie wymaga połączenia.',
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
    en: 'Print the steps of a service as JSON that the Recorder imports, to replay and change them in a browser. Standard error names what the Recorder cannot do.',
    pl: 'Wypisz kroki usługi jako JSON, który Recorder może zaimportować, aby odtworzyć je i zmienić w przeglądarce. Standardowe wyjście błędów wymienia, czego Recorder nie umie.',
  },
  operands: [{ name: 'service', summary: { en: 'its id or name', pl: 'identyfikator lub nazwa' } }],
  async run(invocation) {
    const { operands, out } = invocation
    const client = await connectCli(invocation)
    const { id } = await findService(client, operands[0] ?? '')
    const { name, type_id, address, extended_settings } = await client.call('read_service', { path: { _id: id } })
    if (type_id !== scenarioType) throw isNoScenario(name, type_id)
    const { steps, viewport_width: width, viewport_height: height } = extended_settings
    const { text, notes } = exportRecording({
      title: name,
      address,
      viewport: typeof width === 'number' && typeof height === 'number' ? { width, height } : null,
      // The API has validated them.
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
    out.aside({ en: `! ${en}`, pl: `! ${pl}` })
  }
}

const isNoScenario = (name: string, type: string): CommandError =>
  new CommandError({
    en: `${name} is a service of the type ${type}. Only ${scenarioType} has steps that a browser can replay.`,
    pl: `${name} to usługa typu ${type}. Kroki do odtworzenia w przeglądarce ma tylko ${scenarioType}.`,
  })

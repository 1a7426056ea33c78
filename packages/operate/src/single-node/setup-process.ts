import { CommandError } from '@wachta/cli'
import { registerOwnSensors } from './own-sensors.ts'
import { setUpSingleNode } from './setup.ts'
import type { SetupReply, SetupStep, StepResult } from './setup-step.ts'

/** This process runs one step of the setup for the supervisor, and ends. */
process.once('message', async (step: SetupStep) => {
  try {
    reply({ kind: 'done', result: await doStep(step) })
  } catch (error) {
    if (error instanceof CommandError) reply({ kind: 'failed', text: error.text, message: error.message })
    else if (error instanceof Error) reply({ kind: 'failed', message: error.message, stack: error.stack })
    else reply({ kind: 'failed', message: String(error) })
  }
  process.disconnect()
})
// Without the supervisor there is no installation to set up.
process.on('disconnect', () => process.exit())

async function doStep(step: SetupStep): Promise<StepResult> {
  if (step.name === 'admit sensors') return registerOwnSensors(step.installation, step.language)
  const progress = (text: Extract<SetupReply, { kind: 'progress' }>['text']) => reply({ kind: 'progress', text })
  await setUpSingleNode(step.installation, { language: step.language, progress })
  return {}
}

const reply = (message: SetupReply): void => void process.send?.(message)

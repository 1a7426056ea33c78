#!/usr/bin/env node
import { customerCommands, customerGroups } from './commands/index.ts'
import { runProcess } from './frame/process.ts'
import { explainError } from './session/explain.ts'
import { version } from './version.ts'

process.exitCode = await runProcess(
  {
    name: 'wachta',
    version,
    summary: {
      en: 'Wachta: remote monitoring from your terminal.',
      pl: 'Wachta: zdalny monitoring z twojego terminala.',
    },
    commands: customerCommands,
    groups: customerGroups,
    explain: explainError,
  },
  process,
)

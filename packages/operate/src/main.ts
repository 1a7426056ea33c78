#!/usr/bin/env node
import { runProcess } from '@wachta/cli'
import { program } from './program.ts'

process.exitCode = await runProcess(program, process)

import type { AnyImporter } from './importer.ts'
import { betterStack } from './importers/better-stack.ts'
import { blackbox } from './importers/blackbox.ts'
import { pingdom } from './importers/pingdom.ts'
import { statusCake } from './importers/statuscake.ts'
import { uptimeKuma } from './importers/uptime-kuma.ts'
import { uptimeRobot } from './importers/uptimerobot.ts'

/** Every system that can be imported. A new one is one file and one line here. */
export const importers: readonly AnyImporter[] = [uptimeKuma, uptimeRobot, statusCake, pingdom, betterStack, blackbox]

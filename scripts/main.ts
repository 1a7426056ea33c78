import { findAddresses } from './addresses.ts'
import { repositoryRoot } from './tree.ts'

/** Runs a command that needs the servers: finds them, and turns what it throws into a line and exit code 1. */
export async function runWithServers(main: (args: string[]) => Promise<number>): Promise<void> {
  try {
    Object.assign(process.env, await findAddresses(repositoryRoot, process.env))
    process.exitCode = await main(process.argv.slice(2))
  } catch (error) {
    console.error((error as Error).message)
    process.exitCode = 1
  }
}

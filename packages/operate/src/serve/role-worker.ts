import { workerData } from 'node:worker_threads'
import { processRoles } from './roles.ts'

/** The entry point of a thread that runs one role. The role ends the thread itself. */
const { role } = workerData as { readonly role: string }
await processRoles.find(({ name }) => name === role)?.load()

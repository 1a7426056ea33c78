import { workerData } from 'node:worker_threads'
import { processRoles } from './roles.ts'

/** The thread of one role, which ends itself. */
const { role } = workerData as { readonly role: string }
await processRoles.find(({ name }) => name === role)?.load()

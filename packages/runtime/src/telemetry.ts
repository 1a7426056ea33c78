// To be the first import of a main: what is imported before it cannot be traced.
import { startTracing } from './tracing.ts'

startTracing(process.env)

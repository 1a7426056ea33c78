// Must be the first import of a main file: modules imported earlier cannot be traced.
import { startTracing } from './tracing.ts'

startTracing(process.env)

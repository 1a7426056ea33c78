export { createTellTask, type TellOptions } from './tell/tell.ts'

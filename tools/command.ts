export { type CommandResult, runCommand } from '@wachta/operate/engines/run-command'

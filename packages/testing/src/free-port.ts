export { freePort } from '@wachta/operate/engines/free-port'

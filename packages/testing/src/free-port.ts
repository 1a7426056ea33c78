export { findFreePort } from '@wachta/operate/engines/free-port'

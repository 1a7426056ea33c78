import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** What a server does to a check that has come to it. */
export interface Behaviour {
  readonly name: string
  readonly serve: (socket: Socket) => void
}

export const ok = 'HTTP/1.1 200 OK\r\n'

/** Says something as soon as the first bytes have come. */
export const afterRequest =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
    })
  }

/** The same, and then ends the connection properly. */
export const answering =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
      socket.end()
    })
  }

/** The same, and then breaks it. */
export const breaking =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
      setTimeout(() => reset(socket), 20)
    })
  }

/** What is encrypted cannot be reset itself, only what carries it. */
function reset(socket: Socket): void {
  const carrier = socket instanceof TLSSocket ? carriers.get(`${socket.remotePort}`) : socket
  if (carrier?.destroyed === false) carrier.resetAndDestroy()
}

/** The connections under those that are encrypted, by the port of the other side. */
export const carriers = new Map<string, Socket>()

/** As fast as the other side takes it, for ever. */
export const pouring =
  (start: string, piece: string | Uint8Array) =>
  (socket: Socket): void => {
    const pour = () => {
      while (!socket.destroyed && socket.write(piece));
    }
    socket.on('drain', pour)
    socket.once('data', () => {
      socket.write(start)
      pour()
    })
  }

/** A little at a time, for ever. */
export const dripping =
  (start: string, piece: (time: number) => string | Uint8Array) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      if (start !== '') socket.write(start)
      let time = 0
      const timer = setInterval(() => {
        if (!socket.destroyed) socket.write(piece(time++))
      }, 40)
      socket.once('close', () => clearInterval(timer))
    })
  }

/** Answers every request on the connection, and says it will go on. */
export const redirecting =
  (location: (time: number) => string) =>
  (socket: Socket): void => {
    let time = 0
    socket.on('data', () => {
      socket.write(`HTTP/1.1 302 Found\r\nLocation: ${location(time++)}\r\nContent-Length: 0\r\n\r\n`)
    })
  }

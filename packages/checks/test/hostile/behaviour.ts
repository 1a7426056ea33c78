import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'

/** How a server treats the connection of a check. */
export interface Behaviour {
  readonly name: string
  readonly serve: (socket: Socket) => void
}

export const ok = 'HTTP/1.1 200 OK\r\n'

/** Answers as soon as the first bytes have arrived. */
export const afterRequest =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
    })
  }

/** Answers, and then closes the connection properly. */
export const answering =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
      socket.end()
    })
  }

/** Answers, and then resets the connection. */
export const breaking =
  (...answers: readonly (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.once('data', () => {
      for (const answer of answers) socket.write(answer)
      setTimeout(() => reset(socket), 20)
    })
  }

/** A TLS connection itself cannot be reset, only the TCP connection below it. */
function reset(socket: Socket): void {
  const carrier = socket instanceof TLSSocket ? carriers.get(`${socket.remotePort}`) : socket
  if (carrier?.destroyed === false) carrier.resetAndDestroy()
}

/** The TCP connections below TLS connections, by remote port. */
export const carriers = new Map<string, Socket>()

/** Sends endlessly, as fast as the other side reads. */
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

/** Sends endlessly, a little at a time. */
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

/** Answers every request on a persistent connection with a redirect. */
export const redirecting =
  (location: (time: number) => string) =>
  (socket: Socket): void => {
    let time = 0
    socket.on('data', () => {
      socket.write(`HTTP/1.1 302 Found\r\nLocation: ${location(time++)}\r\nContent-Length: 0\r\n\r\n`)
    })
  }

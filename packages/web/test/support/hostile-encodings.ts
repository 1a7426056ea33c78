/** Builds a string around a script to run; strings that request an address contain the number instead. */
export type Write = (act: string, number: number) => string

const encode = (text: string, one: (code: number) => string) =>
  [...text].map((letter) => one(letter.codePointAt(0) ?? 0)).join('')
export const decimal = (text: string) => encode(text, (code) => `&#${code};`)
export const hexadecimal = (text: string) => encode(text, (code) => `&#x${code.toString(16)}`)
export const unfinished = (text: string) => encode(text, (code) => `&#${String(code).padStart(7, '0')}`)
export const escaped = (text: string) => encode(text, (code) => `\\u{${code.toString(16)}}`)
export const percent = (text: string) => encode(text, (code) => `%${code.toString(16).padStart(2, '0')}`)
export const inCase = (text: string) => [...text].map((letter, at) => (at % 2 ? letter.toUpperCase() : letter)).join('')

/** Colours of surfaces, texts and statuses, for one appearance. The tests measure their contrast. */
export interface Palette {
  readonly page: string
  readonly surface: string
  readonly ink: string
  readonly muted: string
  readonly line: string
  readonly hover: string
  readonly ok: string
  readonly maintenance: string
  readonly minor: string
  readonly major: string
  readonly critical: string
  /** Colours of the bars of days, which may be brighter because they need less contrast than text. */
  readonly barFull: string
  readonly barSlight: string
  readonly barPart: string
  readonly barBad: string
  readonly barEmpty: string
}

export const lightPalette: Palette = {
  page: '#f5f6f8',
  surface: '#ffffff',
  ink: '#14181d',
  muted: '#56606c',
  line: '#e1e5ea',
  hover: '#eef1f4',
  ok: '#147a3c',
  maintenance: '#2456b8',
  minor: '#8f5f00',
  major: '#b8480b',
  critical: '#b81f24',
  barFull: '#1f9d57',
  barSlight: '#b98100',
  barPart: '#dd5b16',
  barBad: '#c4262c',
  barEmpty: '#828c98',
}

export const darkPalette: Palette = {
  page: '#11151a',
  surface: '#1b2128',
  ink: '#eceff3',
  muted: '#a5b0bc',
  line: '#313a45',
  hover: '#262e37',
  ok: '#4cc27c',
  maintenance: '#86aef5',
  minor: '#e3b341',
  major: '#f2924f',
  critical: '#f57b78',
  barFull: '#3fb573',
  barSlight: '#e3b341',
  barPart: '#f2853c',
  barBad: '#f2605d',
  barEmpty: '#717e8c',
}

/** Areas that carry white text: the banner and badges. The same in both appearances. */
export const solidColours = {
  ok: '#147a3c',
  maintenance: '#2456b8',
  minor: '#8f5f00',
  major: '#b8480b',
  critical: '#b81f24',
} as const

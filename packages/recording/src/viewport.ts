export interface Viewport {
  readonly width: number
  readonly height: number
}

/** What the settings of a service take. */
const widths = { min: 320, max: 3840 }
const heights = { min: 240, max: 2160 }

/** The Recorder writes `isMobile: false` for an emulated phone too; its narrow window identifies it. */
const maxPhoneWidth = 500

export const isPhoneWidth = (width: number): boolean => width <= maxPhoneWidth

export const fitViewport = ({ width, height }: Viewport): Viewport => ({
  width: clamp(width, widths),
  height: clamp(height, heights),
})

const clamp = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Math.round(value), min), max)

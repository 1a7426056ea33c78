export interface Viewport {
  readonly width: number
  readonly height: number
}

/** The sizes that the settings of a service allow. */
const widthRange = { min: 320, max: 3840 }
const heightRange = { min: 240, max: 2160 }

/** The Recorder writes `isMobile: false` for an emulated phone too; its narrow window identifies it. */
const maxPhoneWidth = 500

export const isPhoneWidth = (width: number): boolean => width <= maxPhoneWidth

export const fitViewport = ({ width, height }: Viewport): Viewport => ({
  width: clamp(width, widthRange),
  height: clamp(height, heightRange),
})

const clamp = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Math.round(value), min), max)

import type { Branding, PrintedReport } from '../report.ts'

/** A logo in a form that JSON can contain. */
export interface PackedLogo {
  readonly media_type: NonNullable<Branding['logo']>['media_type']
  readonly base64: string
}

export type PackedReport = Omit<PrintedReport, 'branding'> & {
  readonly branding: Omit<Branding, 'logo'> & { readonly logo?: PackedLogo }
}

/** The request that the child reads from its standard input. */
export type ChildRequest =
  | { readonly kind: 'report' | 'drawing'; readonly report: PackedReport }
  | { readonly kind: 'logo'; readonly logo: PackedLogo }

/** The first line that the child writes to file descriptor 3. The PDF, or the SVG of all pages, follows. */
export type ChildAnswer =
  | {
      readonly ok: true
      readonly standard: 'a-2a' | '1.7'
      readonly replacedCharacters: number
      readonly pages?: number
    }
  | { readonly ok: false; readonly reason: string }

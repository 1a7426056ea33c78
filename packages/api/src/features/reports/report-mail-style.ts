import type { BrandColours } from '@wachta/domain/brand-colours'

/** Styles for narrow screens and dark themes, which cannot be inline. Clients that ignore them show the light theme. */
export const mailStyle = ({
  band,
  onBand,
}: BrandColours): string => `:root { color-scheme: light dark; supported-color-schemes: light dark }
.preview { display: none; max-height: 0; overflow: hidden }
@media (max-width: 480px) {
  .pad { padding-left: 18px !important; padding-right: 18px !important }
}
@media (prefers-color-scheme: dark) {
  .page { background: #101418 !important; color: #e6e9ed !important }
  .sheet { background: #1b2128 !important; border-color: #333c46 !important }
  .foot { background: #161b21 !important; border-color: #333c46 !important }
  .muted { color: #a9b2bc !important }
  .line { border-color: #333c46 !important; color: #e6e9ed !important }
  .missed { color: #ffa69e !important }
  .plain { background: #242c35 !important; color: #e6e9ed !important }
  .good { background: #133222 !important; color: #8fdcb0 !important }
  .bad { background: #3d1714 !important; color: #ffa69e !important }
  .button, .band { background: ${band} !important; color: ${onBand} !important }
}`

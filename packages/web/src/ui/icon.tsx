/** Line drawings on a grid of 16. They accompany a text and are hidden from screen readers. */
const shapes = {
  menu: 'M2 4h12M2 8h12M2 12h12',
  more: 'M3 8h.01M8 8h.01M13 8h.01',
  search: 'M7 2.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM10.5 10.5 14 14',
  add: 'M8 3v10M3 8h10',
  close: 'M3.5 3.5l9 9M12.5 3.5l-9 9',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4 6 8l4 4',
  up: 'M4 10l4-4 4 4',
  check: 'M3 8.5 6.5 12 13 4.5',
  duplicate: 'M5.500 5.500h8v8h-8zM3 10.500h-.500v-8h8V3',
  remove: 'M3 4.500h10M6.500 4.500v-2h3v2M4.500 4.500l.500 9h6l.500-9M6.800 7v4M9.200 7v4',
  upload: 'M8 10.500v-8M4.800 5.500 8 2.500l3.200 3M2.500 10.500v3h11v-3',
  download: 'M8 2.500v8M4.800 7.500 8 10.500l3.200-3M2.500 10.500v3h11v-3',
  expand: 'M6 2.5H2.5V6M10 2.5h3.5V6M6 13.5H2.5V10M10 13.5h3.5V10',
  dashboard: 'M2.5 9.5a5.5 5.5 0 0 1 11 0M8 9.5 10.5 6M2.5 12.5h11',
  services: 'M2.5 3.5h11v3.5h-11zM2.5 9.5h11V13h-11zM5 5.3h.01M5 11.3h.01',
  events: 'M9 1.5 3.5 9H8l-1 5.5L12.5 7H8z',
  messages: 'M2.5 3.5h11v7.5H7L4 13.5V11H2.5z',
  people:
    'M6 7.5A2.250 2.250 0 1 0 6 3a2.250 2.250 0 0 0 0 4.500ZM1.500 13c.5-2.200 2.200-3.200 4.500-3.200s4 1 4.500 3.200M10.500 3.300a2.250 2.250 0 0 1 0 4M12 10.200c1.300.400 2.200 1.300 2.500 2.800',
  escalations: 'M2 13.500h4v-3h4v-3h4V3',
  maintenance: 'M3 3.5h10v10H3zM3 6.5h10M5.5 2v3M10.5 2v3',
  corrections: 'M10.500 2.500l3 3L6 13l-3.500.5L3 10zM9 4l3 3',
  sensors: 'M8 8h.01M5.2 10.8a4 4 0 0 1 0-5.6M10.8 5.2a4 4 0 0 1 0 5.6M3 13a7 7 0 0 1 0-10M13 3a7 7 0 0 1 0 10',
  diagnostics: 'M1.5 8h3L6 4l3.5 8L11 8h3.5',
  errors:
    'M3 2.500h8.500a1.500 1.500 0 0 1 1.500 1.500v9.500H4.500A1.500 1.500 0 0 1 3 12zM3 12a1.500 1.500 0 0 1 1.500-1.500H13M8 4.800v2.400M8 8.700h.01',
  certificate:
    'M2.500 3h11v7h-4M2.500 3v7h2M5 5.800h6M7 8.200a2 2 0 1 1 0 4 2 2 0 0 1 0-4M5.800 11.800v2.700L7 13.700l1.200.8v-2.700',
  reports: 'M3.5 1.500h6l3 3v10h-9zM9.500 1.500v3h3M5.500 12v-2M8 12V7.500M10.500 12V9',
  display: 'M2.5 3h11v8h-11zM5.5 13.5h5M8 11v2.5',
  keyboard: 'M1.5 4h13v8h-13zM4 6.500h.01M6.700 6.500h.01M9.300 6.500h.01M12 6.500h.01M5 9.500h6',
  account: 'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8ZM3 13.5c.6-2.4 2.5-3.5 5-3.5s4.400 1.100 5 3.500',
  administration: 'M8 2 3 4v4c0 3 2 5 5 6 3-1 5-3 5-6V4z',
} as const

export type IconName = keyof typeof shapes
export const iconNames = Object.keys(shapes) as IconName[]

export function Icon({ name, className = '' }: { readonly name: IconName; readonly className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      className={`size-4 shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  )
}

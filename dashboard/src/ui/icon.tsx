/** Outlines on a grid of 16, drawn with one stroke. */
const paths = {
  traffic: 'M2 5h9m0 0L8.5 2.5M11 5 8.5 7.5M14 11H5m0 0 2.5-2.5M5 11l2.5 2.5',
  scenarios: 'M8.7 1.8 3.5 9h4l-.7 5.2L12.5 7h-4.2z',
  time: 'M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8ZM8 4.5V8l2.4 1.6',
  data: 'M2.5 4c0-1.1 2.5-2 5.5-2s5.5.9 5.5 2-2.5 2-5.5 2-5.5-.9-5.5-2Zm0 0v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4m-11 4c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2',
  keys: 'M10.5 2a3.5 3.5 0 0 0-3.3 4.7L2 11.9V14h2.4v-1.6H6v-1.6h1.4l1.9-1.9A3.5 3.5 0 1 0 10.5 2Zm.9 2.6h.01',
  assumptions: 'M5.8 6a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.5m0 2.3h.01M8 1.8a6.2 6.2 0 1 0 0 12.4A6.2 6.2 0 0 0 8 1.8Z',
  coverage: 'M2.5 2.5h4.5v4.5H2.5zm6.5 0h4.5v4.5H9zm-6.5 6.5h4.5v4.5H2.5zm6.5 2 1.8 1.8 3-3.6',
  conduct: 'M5.5 3.5h-2v10.5h9V3.5h-2M6 2h4v3H6zm0 7.5 1.5 1.5 3-3.5',
  outbox: 'M2 4.5h12v8H2zm0 .5 6 4.5L14 5',
  sandboxes: 'M8 1.8 14 5v6l-6 3.2L2 11V5zm0 0v6.2m0 0L2.2 5M8 8l5.8-3M8 8v6',
  close: 'm4 4 8 8m0-8-8 8',
  copy: 'M5.5 5.5v-3h8v8h-3m-8-5h8v8h-8z',
  play: 'M5 3v10l8-5z',
  pause: 'M5 3v10m6-10v10',
  plus: 'M8 3v10M3 8h10',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5m2.5 0-.6 8.5H4.6L4 4.5',
  send: 'M13.5 8a5.5 5.5 0 1 1-1.7-4m1.7-2v3h-3',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  next: 'M3 3v10l6-5zm9 0v10',
  download: 'M8 2v8m0 0L4.5 6.5M8 10l3.5-3.5M2.5 13.5h11',
  upload: 'M8 10V2m0 0L4.5 5.5M8 2l3.5 3.5M2.5 13.5h11',
  edit: 'm3 13 .6-3L10.8 2.8l2.4 2.4L6 12.4z',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/** A decorative icon: a text or label beside it has the same meaning. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={paths[name]} />
    </svg>
  )
}

/** Colours of the pictures: those of the site (docs/design.md, Look). */
export const INK = '#0B0F17';
export const DEEP = '#070A10';
export const RAISED = '#121A27';
export const SLATE = '#2A3648';
export const IVORY = '#F3EDE0';
export const GOLD = '#E0A84B';
/** Gold in the light and in the shade, for faces and gradients. */
export const GOLD_LIGHT = '#F4CF8B';
export const GOLD_DARK = '#7A5620';

/** Names of the Lucide icons that an incentive can have. */
export const incentiveIcons: readonly string[] = (
  "megaphone sparkles rocket flag star heart bell party-popper gift tag ticket percent badge-percent shopping-bag shopping-cart " +
  "package truck store sun snowflake leaf flower sprout umbrella moon tree-pine egg ghost cake trophy crown gem award medal calendar " +
  "calendar-heart camera video clapperboard music mic palette shirt watch globe map-pin plane users handshake target trending-up zap " +
  "flame coffee dumbbell gamepad-2"
).split(" ");

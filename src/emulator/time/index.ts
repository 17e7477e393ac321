export { createEmulatorClock, type EmulatorClock } from './create-emulator-clock.ts';

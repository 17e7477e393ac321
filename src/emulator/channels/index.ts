export { drawAddress, isSameAddress, sourceIdOf } from './addresses.ts';
export { checkDestination } from './choose-client.ts';
export { deliverTo, dispatchMessage } from './deliver.ts';
export { dispatchNotification } from './dispatch-notification.ts';
export { comeBack, goAway, listNotices, listSeen, onArrival } from './inbox.ts';
export { type ChannelFailure, orderFailure } from './order-failure.ts';
export { type ShownItem, type ShownMessage, showMessage } from './show-message.ts';
export { type ChannelTraits, channelNames, channelOf, type LinkConfirmation } from './traits.ts';

import { runSaga, stdChannel } from 'redux-saga';
import { delay, put, take } from 'redux-saga/effects';

const channel = stdChannel();
function* main() {
  const action = yield take('PING');
  console.log('took', action.type);
  yield delay(5);
  yield put({ type: 'PONG' });
}
runSaga({ channel, dispatch: action => console.log('put', action.type), getState: () => ({}) }, main);
channel.put({ type: 'PING' });

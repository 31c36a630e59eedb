import Expectations
import Testing
import UVLoop

@testable import BoxServer

@Suite struct TimeSliceTests {
  @Test func `plain sets are charged without reading the clock, 16 at most`() {
    var slice = TimeSlice()
    let mayContinue = (1...16).map { _ in slice.addSet() }
    expect(mayContinue, equals: Array(repeating: true, count: 15) + [false])
    expect(slice.nanoseconds, equals: 64_000)
    slice.check(isBusy: false)
    expect(slice.nanoseconds, equals: 0)
  }

  @Test func `a slice is never over before it begins`() {
    var slice = TimeSlice()
    slice.check(isBusy: true)
    expect(!slice.isOver)
  }

  @Test func `a slice is over once its time is, or once changes have to be sent`() {
    var short = TimeSlice()
    short.begin(.zero)
    short.check(isBusy: false)
    expect(short.isOver)
    var long = TimeSlice()
    long.begin(.seconds(60))
    long.check(isBusy: false)
    expect(!long.isOver)
    long.check(isBusy: true)
    expect(long.isOver)
  }

  @Test func `a slice costs little until it has a request that may take long`() {
    var slice = TimeSlice()
    slice.begin(.seconds(60), .little)
    expect(slice.costsLittle)
    slice.begin(.seconds(60), .some)
    expect(slice.costsLittle, equals: false)
    expect(!slice.isTurn)
  }
}

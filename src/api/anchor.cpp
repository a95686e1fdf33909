// api/anchor.cpp
//
// The pool of anchors: a list of free ones under a mutex. Anchors are never freed; their number is the largest
// number of rollers that existed at the same time.
#include "api/anchor.h"

#include <deque>

#include "program/mutex.h"

namespace spoils::api {

namespace {

struct AnchorPool {
  program::Mutex mutex;
  std::deque<Anchor> anchors;  // a deque, so that anchors do not move
  Anchor* free = nullptr;
};

// Never destroyed: views may be read while static objects are destroyed.
AnchorPool& anchor_pool() {
  static auto* const pool = new AnchorPool;
  return *pool;
}

}  // namespace

AnchorHold::AnchorHold(const ResultSet* result_set) : anchor_(nullptr) {
  auto& pool = anchor_pool();
  const program::LockGuard<program::Mutex> lock(pool.mutex);
  anchor_ = pool.free == nullptr ? &pool.anchors.emplace_back() : pool.free;
  pool.free = anchor_->next;
  anchor_->next = nullptr;
  anchor_->result_set = result_set;
  renew();
}

AnchorHold::~AnchorHold() {
  auto& pool = anchor_pool();
  const program::LockGuard<program::Mutex> lock(pool.mutex);
  renew();
  anchor_->result_set = nullptr;
  anchor_->next = pool.free;
  pool.free = anchor_;
}

}  // namespace spoils::api
